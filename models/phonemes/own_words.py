"""Words that the word lists lack and letter rules would get wrong: names of books and makers, tools, loans, noises.

American, in Kokoro's symbols; `as_british` turns them. A word here is known: it is not counted as guessed. Everything else
that is new belongs in a project's lexicon.
"""

import re

from models.phonemes.names import NAMES

_LISTED = """
aoife ˈifə
aragorn ˈɛɹəɡˌɔɹn
arya ˈɑɹiə
baudelaire bˌOdlˈɛɹ
beyonce biˈɑnsA
boromir bˈɔɹəmˌɪɹ
bronte bɹˈɑnti
caoimhe kˈivə
cersei sˈɜɹsi
cthulhu kəθˈulu
chloe klˈOi
daenerys dənˈɛɹɪs
debussy dˌɛbjʊsˈi
dostoevsky dˌɔstəjˈɛfski
dostoyevsky dˌɔstəjˈɛfski
dvorak dəvˈɔɹʒæk
elrond ˈɛlɹɑnd
eoin ˈOɪn
eowyn ˈAəwɪn
foucault fukˈO
frodo fɹˈOdO
galadriel ɡəlˈædɹiəl
gandalf ɡˈændˌɑlf
giannis jˈɑnɪs
goethe ɡˈɜɹtə
hagrid hˈæɡɹɪd
hegel hˈAɡəl
hermione həɹmˈIəni
huawei wˈɑwˌA
hyundai hˈʌndA
jinping ʤˌɪnpˈɪŋ
joaquin wɑkˈin
kafka kˈɑfkə
katniss kˈætnɪs
khaleesi kɑlˈisi
kierkegaard kˈɪɹkəɡˌɑɹd
legolas lˈɛɡəlˌɑs
lupita lupˈitə
matisse mɑtˈis
mc mək
ms mˈɪz
mckinsey məkˈɪnzi
miyazaki mˌijɑzˈɑki
mordor mˈɔɹdɔɹ
murakami mˌʊɹəkˈɑmi
nguyen nwˈɪn
niamh nˈiv
proust pɹˈust
quetzalcoatl kˌɛtsəlkOˈɑtᵊl
rimbaud ɹæmbˈO
saoirse sˈɜɹʃə
skoda skˈOdə
soren sˈɔɹən
sartre sˈɑɹtɹə
sao sˈW
sauron sˈWɹɑn
schrodinger ʃɹˈOdɪŋəɹ
sean ʃˈɔn
sinead ʃɪnˈAd
siobhan ʃəvˈɔn
skywalker skˈIwˌɔkəɹ
targaryen tɑɹɡˈɛɹiən
tchaikovsky ʧIkˈɔfski
tiananmen tjˈɑnɑnmən
timothee tˈɪməθi
tyrion tˈɪɹiən
voldemort vˈOldəmˌɔɹt
wang wˈɑŋ
wittgenstein vˈɪtɡənstˌIn
xiaomi ʃˈWmi
xiaoping ʃˌWpˈɪŋ
zendaya zəndˈAə
zhang ʤˈɑŋ
zoe zˈOi
airbnb ˌɛɹbˌiənbˈi
asyncio əsˈɪŋkˌIˈO
ansible ˈænsəbᵊl
chatgpt ʧˌætʤˌipˌitˈi
debian dˈɛbiən
django ʤˈæŋɡO
duolingo dˌuəlˈɪŋɡO
emacs ˈimæks
ethereum əθˈɪɹiəm
fastapi fˌæstˌApˌiˈI
ffmpeg ˌɛfˌɛfˈɛmpɛɡ
github ɡˈɪthˌʌb
gitlab ɡˈɪtlˌæb
grpc ʤˌiˌɑɹpˌisˈi
ikea Ikˈiə
json ʤˈAsən
kubectl kjˈubkəntɹˌOl
kubernetes kˌubəɹnˈɛɾiz
linkedin lˌɪŋktˈɪn
macos mˌækˌOˈɛs
mongodb mˈɑŋɡOdˌibˈi
mysql mˌIˌɛskjˌuˈɛl
o'brien ObɹˈIən
o'connor Okˈɑnəɹ
o'neill Onˈil
o'hara Ohˈɛɹə
o'reilly Oɹˈɪli
omg ˌOˌɛmʤˈi
fyi ˌɛfwˌIˈI
nginx ˌɛnʤɪnˈɛks
numpy nˈʌmpˌI
oauth ˈOˌɔθ
openai ˌOpᵊnˌAˈI
paypal pˈApˌæl
postgres pˈOstɡɹɛs
postgresql pˈOstɡɹɛskjˌuˈɛl
pypi pˌIpˌiˈI
pytorch pˈItˌɔɹʧ
redis ɹˈɛdɪs
scipy sˈIpˌI
shopify ʃˈɑpəfˌI
spotify spˈɑɾəfˌI
sqlite ˌɛskjˈulˌIt
sudo sˈudˌu
systemd sˈɪstəmdˈi
tensorflow tˈɛnsəɹflˌO
tiktok tˈɪktˌɑk
toml tˈɑməl
uber ˈubəɹ
whatsapp wˈʌtsæp
wifi wˈIfˌI
wikipedia wˌɪkəpˈidiə
yaml jˈæməl
youtube jˈutˌub
youtuber jˈutˌubəɹ
zsh zˈiʃˌɛl
acai ˌɑsɑˈi
attache ˌæɾəʃˈA
blase blɑzˈA
canape kˈænəpˌA
cliche kliʃˈA
communique kəmjˌunəkˈA
consomme kˌɑnsəmˈA
creme kɹˈɛm
deja dˈAʒɑ
emigre ˈɛməɡɹˌA
entree ˈɑntɹA
fiancee fˌiɑnsˈA
fiance fˌiɑnsˈA
gruyere ɡɹujˈɛɹ
hors ˈɔɹ
d'oeuvre dˈɜɹv
d'oeuvres dˈɜɹvz
jalapeno hˌɑləpˈAnjO
pinata pɪnjˈɑɾə
pokemon pˈOkimˌɑn
protege pɹˈOɾəʒˌA
risque ɹɪskˈA
saute sɔtˈA
sauteed sɔtˈAd
soiree swɑɹˈA
touche tuʃˈA
resumé ɹˈɛzəmˌA
rosé ɹOzˈA
paté pætˈA
exposé ˌɛkspOzˈA
lamé læmˈA
maté mˈɑtA
saké sˈɑkA
vu vˈu
'bout bˈWt
'er əɹ
'kay kˈA
'ol ˈOl
'round ɹˈWnd
b'fore bəfˈɔɹ
coulda kˈʊdə
d'ye djə
d'you djˈu
how'd hˈWd
imma ˈImə
lil' lˈɪl
li'l lˈɪl
mighta mˈIɾə
musta mˈʌstə
ol' ˈOl
oughta ˈɔɾə
shoulda ʃˈʊdə
th' ðə
til tˈɪl
'til tˈɪl
woulda wˈʊdə
phd pˌiˌAʧdˈi
des dˈɛs
"""

OWN_WORDS = NAMES | {word: sound for word, _, sound in (line.partition(" ") for line in _LISTED.strip().split("\n"))}
_TO_BRITISH = (
    (re.compile("ɾ"), "t"), (re.compile("O"), "Q"), (re.compile(r"([ɜɑɔ])ɹ(?![AIQWYaiuæɑɒɔəɛɜɪʊʌˈˌ])"), r"\1ː"),
    (re.compile(r"əɹ(?![AIQWYaiuæɑɒɔəɛɜɪʊʌˈˌ])"), "ə"),
)  # fmt: skip


def own_word(word: str, *, british: bool) -> str | None:
    """Return the phonemes of a word in lower case, or None."""
    found = OWN_WORDS.get(word)
    return as_british(found) if found and british else found


def as_british(sound: str) -> str:
    """Turn American phonemes into British ones, as far as symbols tell."""
    for american, made in _TO_BRITISH:
        sound = american.sub(made, sound)
    return sound
