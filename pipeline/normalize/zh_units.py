"""Units and currencies in Mandarin: what a sign after (or before) a number is called."""

import re

MONEY = {
    "￥": "元", "¥": "元", "RMB": "元", "CNY": "元", "$": "美元", "US$": "美元", "USD": "美元", "€": "欧元", "EUR": "欧元",
    "£": "英镑", "GBP": "英镑", "HK$": "港元", "HKD": "港元", "NT$": "新台币", "TWD": "新台币", "NTD": "新台币", "A$": "澳元",
    "AUD": "澳元", "C$": "加元", "CAD": "加元", "S$": "新加坡元", "SGD": "新加坡元", "JPY": "日元", "JP¥": "日元", "₩": "韩元",
    "KRW": "韩元", "₽": "卢布", "₹": "卢比", "฿": "泰铢", "₫": "越南盾",
}  # fmt: skip
UNITS = {
    "km/h": "公里每小时", "m/s²": "米每二次方秒", "m/s": "米每秒", "mmHg": "毫米汞柱", "mmol/L": "毫摩尔每升", "μmol/L": "微摩尔每升",
    "mg/L": "毫克每升", "μg/L": "微克每升", "mg/dL": "毫克每分升", "g/L": "克每升", "mg/kg": "毫克每公斤", "μg/m³": "微克每立方米",
    "mg/m³": "毫克每立方米", "kg/m³": "千克每立方米", "g/cm³": "克每立方厘米", "kWh": "千瓦时", "mAh": "毫安时", "MWh": "兆瓦时",
    "GWh": "吉瓦时", "km²": "平方公里", "km2": "平方公里", "m²": "平方米", "m2": "平方米", "cm²": "平方厘米", "cm2": "平方厘米",
    "mm²": "平方毫米", "mm2": "平方毫米", "dm²": "平方分米", "km³": "立方公里", "m³": "立方米", "m3": "立方米", "cm³": "立方厘米",
    "cm3": "立方厘米", "mm³": "立方毫米", "dm³": "立方分米", "km": "公里", "dm": "分米", "cm": "厘米", "mm": "毫米", "μm": "微米",
    "um": "微米", "nm": "纳米", "m": "米", "kg": "公斤", "mg": "毫克", "μg": "微克", "ug": "微克", "mcg": "微克", "g": "克", "t": "吨",
    "mL": "毫升", "ml": "毫升", "μL": "微升", "L": "升", "ms": "毫秒", "μs": "微秒", "ns": "纳秒", "s": "秒", "min": "分钟", "h": "小时",
    "THz": "太赫兹", "GHz": "吉赫兹", "MHz": "兆赫兹", "kHz": "千赫兹", "KHz": "千赫兹", "Hz": "赫兹", "Gbps": "吉比特每秒",
    "Mbps": "兆比特每秒", "kbps": "千比特每秒", "Kbps": "千比特每秒", "bps": "比特每秒", "rpm": "转每分钟", "fps": "帧每秒",
    "kW": "千瓦", "KW": "千瓦", "MW": "兆瓦", "GW": "吉瓦", "mW": "毫瓦", "W": "瓦", "kV": "千伏", "mV": "毫伏", "V": "伏",
    "mA": "毫安", "kΩ": "千欧", "Ω": "欧姆", "dB": "分贝", "kcal": "千卡", "cal": "卡", "kJ": "千焦", "kN": "千牛", "MPa": "兆帕",
    "kPa": "千帕", "hPa": "百帕", "Pa": "帕", "mol": "摩尔", "eV": "电子伏", "lm": "流明", "lx": "勒克斯", "°C": "摄氏度",
    "℃": "摄氏度", "°F": "华氏度", "℉": "华氏度", "°": "度", "ft": "英尺", "w": "万", "lb": "磅", "oz": "盎司", "mph": "英里每小时",
}  # fmt: skip


def longest_first(signs: dict[str, str]) -> str:
    """Return a pattern that matches any of the signs, the longer of two before the shorter."""
    return "|".join(re.escape(sign) for sign in sorted(signs, key=len, reverse=True))


#: Matches what also stands behind its amount: 100元 has no sign, 500 RMB and 20€ have.
MONEY_AFTER = longest_first({sign: said for sign, said in MONEY.items() if sign.isalpha() or len(sign) == 1})
