"""Names that the word lists lack: given names, surnames and names of books, in American, in Kokoro's symbols.

A story says its names more often than any other word, and letter rules get many of them wrong (Michelle). They are known words: not counted as guessed.
"""

_LISTED = """
aaliyah əlˈiə, agnes ˈæɡnəs, ahab ˈAhˌæb, ahmed ˈɑmɛd, aisha Aˈiʃə, alastair ˈæləstəɹ, alfie ˈælfi, alistair ˈæləstəɹ, allen ˈælən,
amanda əmˈændə, anastasia ˌænəstˈAʒə, andrea ˈændɹiə, angela ˈænʤələ, angus ˈæŋɡəs, anjali ˈʌnʤəli, ann ˈæn, annabel ˈænəbˌɛl,
anthony ˈænθəni, arjun ˈɑɹʤˌun, ashley ˈæʃli, astrid ˈæstɹɪd, atticus ˈæɾɪkəs, austen ˈɔstən, bach bˈɑk, beethoven bˈAtˌOvən,
bennet bˈɛnət, bennett bˈɛnət, betty bˈɛɾi, biden bˈIdᵊn, bingley bˈɪŋli, birmingham bˈɜɹmɪŋhˌæm, bjorn bjˈɔɹn, bogota bˌOɡətˈɑ,
boris bˈɔɹɪs, brian bɹˈIən, bruce bɹˈus, bryce bɹˈIs, buenos bwˈAnəs, aires ˈɛɹiz, busan bˈusˌɑn, byron bˈIɹən,
callum kˈæləm, carmen kˈɑɹmən, carolyn kˈɛɹəlɪn, catherine kˈæθɹɪn, cedric sˈɛdɹɪk, cezanne sAzˈɑn, chen ʧˈɛn, cheryl ʃˈɛɹəl,
christine kɹɪstˈin, claire klˈɛɹ, clara klˈɛɹə, copernicus kəpˈɜɹnɪkəs, cordelia kɔɹdˈiliə, cratchit kɹˈæʧɪt, cruz kɹˈuz,
cuthbert kˈʌθbəɹt, cynthia sˈɪnθiə, danielle dænjˈɛl, darcy dˈɑɹsi, darwin dˈɑɹwɪn, dashwood dˈæʃwˌʊd, debra dˈɛbɹə, declan dˈɛklən,
deepak dˈipɑk, denise dənˈis, desdemona dˌɛzdəmˈOnə, diane dIˈæn, diaz dˈiˌɑz, diego diˈAɡO,
dmitri dəmˈitɹi, donald dˈɑnᵊld, dorothy dˈɔɹəθi, douglas dˈʌɡləs, dylan dˈɪlən, eamon ˈAmən, edith ˈidɪθ,
eleanor ˈɛlənˌɔɹ, elena əlˈAnə, eliot ˈɛliət, elliot ˈɛliət, elliott ˈɛliət, elsa ˈɛlsə, emily ˈɛməli, emmett ˈɛmət, engels ˈɛŋɡəlz,
eric ˈɛɹɪk, erik ˈɛɹɪk, esme ˈɛzmˌA, ethan ˈiθən, evans ˈɛvənz, evelyn ˈɛvəlɪn, fagin fˈAɡɪn,
felix fˈilɪks, feynman fˈInmən, fiona fiˈOnə, fitzgerald fɪtsʤˈɛɹəld, francois fɹɑnswˈɑ, freud fɹˈYd,
gandhi ɡˈɑndi, garcia ɡɑɹsˈiə, gareth ɡˈɛɹəθ, genevieve ʤˈɛnəvˌiv, geoffrey ʤˈɛfɹi, gerald ʤˈɛɹəld, gertrude ɡˈɜɹtɹˌud,
giovanni ʤOvˈɑni, giuseppe ʤəsˈɛpi, gogh ɡˈO, gomez ɡˈOmˌɛz, gonzalez ɡənzˈɑlˌɛz, gordon ɡˈɔɹdᵊn, greta ɡɹˈɛɾə, gretchen ɡɹˈɛʧən,
guillermo ɡiˈɛɹmO, gutierrez ɡˌutiˈɛɹəz, gwendolyn ɡwˈɛndələn, hamish hˈAmɪʃ, hannah hˈænə, harriet hˈɛɹiət,
harris hˈɛɹɪs, haruki hɑɹˈuki, hassan həsˈɑn, havisham hˈævɪʃəm, heathcliff hˈiθklˌɪf, hemingway hˈɛmɪŋwˌA,
hernandez həɹnˈændˌɛz, hiroshi hɪɹˈOʃi, hitler hˈɪtləɹ, hobbes hˈɑbz, howard hˈWəɹd, hugo hjˈuɡO, hume hjˈum, hyde hˈId,
iain ˈiən, ibrahim ˈibɹəhˌim, imogen ˈɪməʤən, ines inˈɛs, ingrid ˈɪŋɡɹɪd, isabel ˈɪzəbˌɛl, isla ˈIlə, jacqueline ʤˈækəlɪn,
jacques ʒˈɑk, janeiro ʒənˈɛɹO, janet ʤˈænət, janice ʤˈænɪs, javier hˌɑviˈɛɹ, jefferson ʤˈɛfəɹsən, jekyll ʤˈɛkᵊl,
jenkins ʤˈɛŋkɪnz, jeremy ʤˈɛɹəmi, jerome ʤəɹˈOm, jerry ʤˈɛɹi, joan ʤˈOn, joanna ʤOˈænə, jorge hˈɔɹhˌA, jose hOzˈA, juan wˈɑn, juarez wˈɑɹˌɛz,
julie ʤˈuli, jung jˈʊŋ, katherine kˈæθɹɪn, kathleen kæθlˈin, kathryn kˈæθɹɪn, kayla kˈAlə, keith kˈiθ, kenji kˈɛnʤi, kenneth kˈɛnəθ,
kevin kˈɛvən, khadija kədˈiʤə, kieran kˈɪɹən, kim kˈɪm, kimberly kˈɪmbəɹli, klaus klˈWs, kowalski kəvˈɑlski, kyle kˈIl, kylie kˈIli, larry lˈɛɹi,
lars lˈɑɹz, lauren lˈɔɹən, leah lˈiə, leon lˈiˌɑn, lewandowski lˌɛvəndˈɔfski, linda lˈɪndə, locke lˈɑk, lopez lˈOpˌɛz, lori lˈɔɹi,
luc lˈuk, lucas lˈukəs, lucia lusˈiə, luis luˈis, lyon liˈOn, maeve mˈAv, maggie mˈæɡi,
margaret mˈɑɹɡɹət, marie məɹˈi, marilyn mˈɛɹəlɪn, marple mˈɑɹpᵊl, marseille mɑɹsˈA, martha mˈɑɹθə, matthew mˈæθju,
maureen mɔɹˈin, megan mˈAɡən, mei mˈA, melanie mˈɛləni, michelle mɪʃˈɛl, miguel mɪɡˈɛl, modi mˈOdi,
mohammed mOhˈɑməd, moira mˈYɹə, monet mOnˈA, moriarty mˌɔɹiˈɑɹɾi, morris mˈɔɹɪs, mozart mˈOtsˌɑɹt, myers mˈIəɹz,
naomi nAˈOmi, natalie nˈæɾəli, natasha nətˈɑʃə, nathan nˈAθən, nathaniel nəθˈænjəl, nehru nˈAɹu, neville nˈɛvəl, nicole nɪkˈOl,
nigel nˈIʤəl, novak nˈOvˌæk, olga ˈOlɡə, olivia əlˈɪviə, omar ˈOmˌɑɹ, ophelia Ofˈiliə, ortiz ɔɹtˈiz, orwell ˈɔɹwˌɛl,
othello əθˈɛlO, pamela pˈæmələ, patricia pətɹˈɪʃə, patrick pˈætɹɪk, paul pˈɔl, paula pˈɔlə, paulo pˈWlO, pena pˈAnjə, perez pˈɛɹˌɛz, percy pˈɜɹsi,
peterson pˈiɾəɹsən, poirot pwɑɹˈO, powell pˈWəl, priya pɹˈijə, puccini puʧˈini, queequeg kwˈikwˌɛɡ,
quentin kwˈɛntən, quinn kwˈɪn, rachael ɹˈAʧəl, ramirez ɹəmˈɪɹˌɛz, ramon ɹəmˈOn, raymond ɹˈAmənd, reagan ɹˈAɡən, rebecca ɹəbˈɛkə,
renee ɹənˈA, reyes ɹˈAəs, rhys ɹˈis, rio ɹˈiO, rivera ɹɪvˈɛɹə, robinson ɹˈɑbənsən, rodriguez ɹɑdɹˈiɡˌɛz, ronald ɹˈɑnᵊld, rory ɹˈɔɹi,
rosie ɹˈOzi, ross ɹˈɔs, rousseau ɹusˈO, rowena ɹOˈinə, rowling ɹˈOlɪŋ, rufus ɹˈufəs, rupert ɹˈupəɹt, russell ɹˈʌsᵊl, ryan ɹˈIən,
sanchez sˈænʧˌɛz, sanjay sˈʌnʤˌA, sara sˈɛɹə, selena səlˈinə, serena səɹˈinə, sergei sɛɹɡˈA, shirley ʃˈɜɹli, silas sˈIləs,
simone səmˈOn, sinclair sɪnklˈɛɹ, somerset sˈʌməɹsˌɛt, sophia sOfˈiə, southwark sˈʌðəɹk, spinoza spɪnˈOzə, stalin stˈɑlɪn,
stephanie stˈɛfəni, sullivan sˈʌləvən, sven svˈɛn, sylvia sˈɪlviə, tamara təmˈɛɹə, tatiana tˌætiˈɑnə, teresa təɹˈisə, terrence tˈɛɹəns, thea θˈiə,
theo θˈiO, theodore θˈiədˌɔɹ, theresa təɹˈisə, thompson tˈɑmpsən, tolkien tˈOlkˌin, trevor tɹˈɛvəɹ,
trotsky tɹˈɑtski, ursula ˈɜɹsələ, vermeer vəɹmˈɪɹ, vivaldi vɪvˈɑldi, vivian vˈɪviən, wagner vˈɑɡnəɹ,
wakanda wəkˈɑndə, wesley wˈɛsli, willie wˈɪli, winifred wˈɪnəfɹˌɛd, winston wˈɪnstən, wyatt wˈIət, xavier zˈAvjəɹ, yolanda jOlˈɑndə, yusuf jˈusəf,
yuki jˈuki, yvette ivˈɛt, yvonne ivˈɑn, zachary zˈækəɹi, zara zˈɑɹə, zuckerberg zˈʌkəɹbˌɜɹɡ
"""

NAMES = dict(each.strip().split(" ") for each in _LISTED.replace("\n", " ").split(",") if each.strip())
