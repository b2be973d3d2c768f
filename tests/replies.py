"""Replies as mail programs make them: every client in many languages, over whatever the player answers to."""

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from html import escape
from itertools import cycle
from typing import NamedTuple

ZINE, ALICE = "Test Zine <orders@zine.example.org>", "Alice Grey <alice@example.org>"
PRESS = "The going is soft: 5:1 on me."
HEAD = "game: race\nturn: {turn}\nplayer: alice\n"


class Tongue(NamedTuple):
    """What a mail program says in a language."""

    wrote: str  # {day}, {who}
    headers: tuple[str, str, str, str]  # from, sent, to, subject
    original: str
    phone: str
    farewell: str
    day: str


TONGUES = {
    "en": Tongue("On {day}, {who} wrote:", ("From", "Sent", "To", "Subject"), "Original Message",
                 "Sent from my iPhone", "Cheers, Alice", "Tue, 17 Nov 2026 at 20:02"),
    "de": Tongue("Am {day} schrieb {who}:", ("Von", "Gesendet", "An", "Betreff"), "Ursprüngliche Nachricht",
                 "Von meinem iPhone gesendet", "Viele Grüße, Alice", "Dienstag, 17. November 2026 20:02"),
    "fr": Tongue("Le {day}, {who} a écrit :", ("De", "Envoyé", "À", "Objet"), "Message d'origine",
                 "Envoyé de mon iPhone", "Amicalement, Alice", "mar. 17 nov. 2026 à 20:02"),
    "it": Tongue("Il giorno {day} {who} ha scritto:", ("Da", "Inviato", "A", "Oggetto"), "Messaggio originale",
                 "Inviato da iPhone", "Saluti, Alice", "mar 17 nov 2026 alle ore 20:02"),
    "es": Tongue("El {day}, {who} escribió:", ("De", "Enviado el", "Para", "Asunto"), "Mensaje original",
                 "Enviado desde mi iPhone", "Un saludo, Alice", "mar, 17 nov 2026 a las 20:02"),
    "pt": Tongue("Em {day}, {who} escreveu:", ("De", "Enviada em", "Para", "Assunto"), "Mensagem original",
                 "Enviado do meu iPhone", "Abraços, Alice", "ter., 17 de nov. de 2026 às 20:02"),
    "nl": Tongue("Op {day} schreef {who}:", ("Van", "Verzonden", "Aan", "Onderwerp"), "Oorspronkelijk bericht",
                 "Verstuurd vanaf mijn iPhone", "Groetjes, Alice", "di 17 nov 2026 om 20:02"),
    "sv": Tongue("Den {day} skrev {who}:", ("Från", "Skickat", "Till", "Ämne"), "Ursprungligt meddelande",
                 "Skickat från min iPhone", "Hälsningar, Alice", "tis 17 nov. 2026 kl 20:02"),
    "da": Tongue("Den {day} skrev {who}:", ("Fra", "Sendt", "Til", "Emne"), "Oprindelig meddelelse",
                 "Sendt fra min iPhone", "Venlig hilsen, Alice", "tirs. 17. nov. 2026 kl. 20.02"),
    "fi": Tongue("{who} kirjoitti {day}:", ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"), "Alkuperäinen viesti",
                 "Lähetetty iPhonesta", "Terveisin, Alice", "ti 17. marrask. 2026 klo 20.02"),
    "pl": Tongue("{day} {who} napisał(a):", ("Od", "Wysłano", "Do", "Temat"), "Wiadomość oryginalna",
                 "Wysłane z iPhone'a", "Pozdrawiam, Alice", "wt., 17 lis 2026 o 20:02"),
    "cs": Tongue("{day} odesílatel {who} napsal:", ("Od", "Odesláno", "Komu", "Předmět"), "Původní zpráva",
                 "Odesláno z iPhonu", "Díky, Alice", "út 17. 11. 2026 v 20:02"),
    "hu": Tongue("{who} ezt írta (időpont: {day}):", ("Feladó", "Elküldve", "Címzett", "Tárgy"), "Eredeti üzenet",
                 "Elküldve az iPhone-omról", "Üdv, Alice", "2026. nov. 17., K, 20:02"),
    "ro": Tongue("În {day}, {who} a scris:", ("De la", "Trimis", "Către", "Subiect"), "Mesaj original",
                 "Trimis de pe iPhone", "Cu respect, Alice", "mar., 17 nov. 2026 la 20:02"),
    "ru": Tongue("{day}, {who} написал(а):", ("От", "Отправлено", "Кому", "Тема"), "Исходное сообщение",
                 "Отправлено с iPhone", "С уважением, Alice", "вт, 17 нояб. 2026 г. в 20:02"),
    "uk": Tongue("{day} {who} пише:", ("Від", "Надіслано", "Кому", "Тема"), "Вихідне повідомлення",
                 "Надіслано з iPhone", "Дякую, Alice", "вт, 17 лист. 2026 р. о 20:02"),
    "el": Tongue("Στις {day}, {who} έγραψε:", ("Από", "Ημερομηνία", "Προς", "Θέμα"), "Αρχικό μήνυμα",
                 "Στάλθηκε από το iPhone μου", "Ευχαριστώ, Alice", "Τρί 17 Νοε 2026 στις 20:02"),
    "tr": Tongue("{who}, {day} tarihinde şunu yazdı:", ("Kimden", "Gönderildi", "Kime", "Konu"), "Orijinal mesaj",
                 "iPhone'umdan gönderildi", "Selamlar, Alice", "17 Kas 2026 Sal, 20:02"),
    "ja": Tongue("{day} {who}のメール:", ("差出人", "送信日時", "宛先", "件名"), "元のメッセージ",
                 "iPhoneから送信", "よろしくお願いします", "2026年11月17日(火) 20:02"),
    "zh": Tongue("{who} 于{day}写道：", ("发件人", "发送时间", "收件人", "主题"), "原始邮件",
                 "发自我的 iPhone", "谢谢, Alice", "2026年11月17日周二 20:02"),
    "ko": Tongue("{day}, {who}님이 작성:", ("보낸 사람", "보낸 날짜", "받는 사람", "제목"), "원본 메시지",
                 "나의 iPhone에서 보냄", "감사합니다", "2026년 11월 17일 (화) 오후 8:02"),
    "he": Tongue("בתאריך {day} מאת {who} כתב:", ("מאת", "נשלח", "אל", "נושא"), "הודעה מקורית",
                 "נשלח מה-iPhone שלי", "תודה, Alice", "17 בנוב׳ 2026 ב-20:02"),
    "no": Tongue("{who} skrev følgende den {day}:", ("Fra", "Dato", "Til", "Emne"), "Videresendt melding",
                 "Sendt fra min Android-telefon", "Beste hilsen, Alice", "17.11.2026, 20:02"),
    "sk": Tongue("{day} používateľ {who} napísal(a):", ("Od", "Odoslané", "Pre", "Predmet"), "Preposlaná správa",
                 "Odoslané z môjho telefónu", "S pozdravom, Alice", "ut 17. 11. 2026 o 20:02"),
    "hr": Tongue("uto, 17. stu 2026. u 20:02 {who} napisao je:", ("Šalje", "Datum", "Prima", "Naslov"),
                 "Proslijeđena poruka", "Poslano s mojeg iPhonea", "Hvala, Alice", "17. studenoga 2026. u 20:02"),
    "sl": Tongue("V {day} je oseba {who} napisala:", ("Pošiljatelj", "Poslano", "Za", "Zadeva"), "Izvirno sporočilo",
                 "Poslano z mojega iPhona", "Lep pozdrav, Alice", "tor., 17. nov. 2026 ob 20:02"),
    "bg": Tongue("На {day} {who} написа:", ("Подател", "Изпратено", "До", "Относно"), "Препратено съобщение",
                 "Изпратено от моя iPhone", "Поздрави, Alice", "вт, 17.11.2026 г. в 20:02"),
    "et": Tongue("{day} kirjutas {who}:", ("Saatja", "Saadetud", "Adressaat", "Teema"), "Algne kiri",
                 "Saadetud minu iPhone'ist", "Alice", "T, 17. november 2026 kell 20:02"),
    "lt": Tongue("{day} {who} rašė:", ("Nuo", "Išsiųsta", "Kam", "Tema"), "Originalus laiškas",
                 "Išsiųsta iš mano iPhone", "Alice", "2026-11-17, an, 20:02"),
    "lv": Tongue("{day} lietotājs {who} rakstīja:", ("No", "Nosūtīts", "Kam", "Tēma"), "Sākotnējais ziņojums",
                 "Nosūtīts no mana iPhone", "Alice", "otrd., 2026. g. 17. nov., plkst. 20:02"),
    "ca": Tongue("El {day}, {who} va escriure:", ("De", "Enviat", "Per a", "Assumpte"), "Missatge original",
                 "Enviat des del meu iPhone", "Alice", "dt., 17 nov. 2026 a les 20:02"),
    "vi": Tongue("Vào {day} {who} đã viết:", ("Từ", "Đã gửi", "Đến", "Chủ đề"), "Thư gốc",
                 "Gửi từ iPhone của tôi", "Trân trọng, Alice", "Th 3, 17 thg 11, 2026 vào lúc 20:02"),
    "id": Tongue("Pada {day} {who} menulis:", ("Dari", "Dikirim", "Kepada", "Perihal"), "Pesan asli",
                 "Dikirim dari iPhone saya", "Salam, Alice", "Sel, 17 Nov 2026 pukul 20.02"),
    "th": Tongue("เมื่อ {day} {who} เขียนว่า:", ("จาก", "ส่ง", "ถึง", "เรื่อง"), "ข้อความต้นฉบับ",
                 "ส่งจาก iPhone ของฉัน", "Alice", "อ. 17 พ.ย. 2026 เวลา 20:02"),
    "ar": Tongue("في {day} كتب/كتبت {who}:", ("من", "تم الإرسال", "إلى", "الموضوع"), "الرسالة الأصلية",
                 "أُرسلت من الـ iPhone", "شكرا, Alice", "١٧/١١/٢٠٢٦ الساعة ٨:٠٢ م،"),
    "fa": Tongue("\u202bدر تاریخ {day} {who} نوشت:\u202c", ("از", "تاریخ", "به", "موضوع"), "الرسالة الأصلية",
                 "Sent from my Galaxy", "Alice", "سه‌شنبه 17 نوامبر 2026، 20:02"),
    "mt": Tongue("Fl-{day}, {who} kiteb:", ("Mingħand", "Mibgħut", "Lil", "Suġġett"), "Messaġġ oriġinali",
                 "Sent from my iPhone", "Cheers, Alice", "17 ta’ Nov 2026 20:02"),  # nobody has listed these two
    "sw": Tongue("Mnamo {day}, {who} aliandika:", ("Kutoka", "Ilitumwa", "Kwenda", "Mada"), "Ujumbe halisi",
                 "Sent from my iPhone", "Cheers, Alice", "17 Nov 2026 20:02"),
}  # fmt: skip


def order(first: int, turn: int = 2, press: str = "") -> str:
    said = f"press: |\n  {press}\n" if press else ""
    return f"{HEAD.format(turn=turn)}orders:\n  3: {first}\n  4: 15\n{said}"


BLANK = f"{HEAD.format(turn=2)}token: abcdefghjk\norders:\n  3:\n  4:\n# You have 480 points.\nend\n"
REPORT = "THE RACE\nTurn 1\n======\n\nYou have 480 points.\n\nYOUR NEXT ORDER PAGE\n------------\n{page}------------\n"
BELOW = {
    "an older order of this turn": f"Here it is.\n\n{order(11)}\nAlice\n",
    "last turn's order": f"Here it is.\n\n{order(12, turn=1, press='Old news.')}\nAlice\n",
    "the blank page": REPORT.format(page=BLANK),
    "nothing": "",
}
FILLED_IN = REPORT.format(page=BLANK.replace("3:", "3: 22").replace("4:", "4: 15"))


def marked(text: str) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in text.splitlines())


def top(say: Tongue, bold: bool = False) -> list[str]:
    values = (ZINE, say.day, ALICE, "The Race: turn 1")
    return [f"*{word}:* {said}" if bold else f"{word}: {said}" for word, said in zip(say.headers, values, strict=True)]


def wrote(say: Tongue, who: str = ZINE) -> str:
    return say.wrote.format(day=say.day, who=who)


def wrapped(say: Tongue) -> str:
    return wrote(say, ZINE.replace(" <", "\n<")).replace("orders@zine.example.org>", "orders@zine.example.org>\n")


TEXTS: dict[str, Callable[[Tongue, str], str]] = {
    "outlook": lambda say, old: "\n".join([*top(say), "", old]),
    "outlook, bold": lambda say, old: "\n".join(["_" * 32, *top(say, bold=True), "", old]),
    "outlook, original": lambda say, old: "\n".join([f"-----{say.original}-----", *top(say), "", old]),
    "outlook, indented": lambda say, old: "\n".join(f"  {line}".rstrip() for line in [*top(say), "", *old.split("\n")]),
    "outlook, double spaced": lambda say, old: "\n\n".join([*top(say), old]),
    "outlook, marked": lambda say, old: marked("\n".join([f"-----{say.original}-----", *top(say), "", old])),
    "gmail": lambda say, old: f"{wrote(say)}\n\n{marked(old)}",
    "gmail, wrapped": lambda say, old: f"{wrapped(say)}\n\n{marked(old)}",
    "gmail, unmarked": lambda say, old: f"{wrote(say)}\n\n{old}",
    "gmail, wrapped and unmarked": lambda say, old: f"{wrapped(say)}\n\n{old}",
    "gmail, forwarded": lambda say, old: "\n".join([f"---------- {say.original} ---------", *top(say), "", "", old]),
    "apple": lambda say, old: f"{say.phone}\n\n> {wrote(say)}\n>\n{marked(old)}",
    "telephone": lambda say, old: "\n".join([say.phone, "", f"-------- {say.original} --------", *top(say), "", old]),
    "telephone, unmarked": lambda say, old: f"{say.phone}\n\n{wrote(say)}\n{old}",
    "yahoo": lambda say, old: "".join(f"  {line}\n".replace("  \n", "\n") for line in [wrote(say), *old.split("\n")]),
    "zoho": lambda say, old: f"---- {wrote(say).rstrip(':：')} ----\n\n{old}",
    "yahoo, forwarded": lambda say, old: f"   ----- {say.original} ----- {''.join(top(say))}\n\n{old}",
    "proton": lambda say, old: f"{'‐' * 7} {say.original} {'‐' * 7}\n{wrote(say)}\n\n{old}",
    "notes": lambda say, old: f'"Test Zine" ---17.11.2026 20:02:11---The Race\n\n{old}',
    "phone only": lambda say, old: f"{say.phone}\n\n{old}",
    "name and address": lambda say, old: f"Test Zine\norders@zine.example.org\n\n{old}",
    "signed": lambda say, old: f"-- \nAlice Grey\nTel: 555 0100\n\n{wrote(say)}\n{old}",
    "dashes": lambda say, old: f"{'-' * 40}\n{old}",
    "lines": lambda say, old: f"{'_' * 40}\n\n{old}",
    "list": lambda say, old: (
        f"{marked(old)}\n{'_' * 47}\nrace mailing list\nTo unsubscribe write to list@lists.example.net\n"
    ),
}
MARKED = [name for name in TEXTS if name in ("gmail", "gmail, wrapped", "outlook, marked", "apple", "list")]


def in_html(text: str) -> str:
    return "".join(f"<div>{escape(line).replace('  ', '&nbsp; ') or '<br>'}</div>" for line in text.split("\n"))


def _in_paragraphs(text: str) -> str:
    lines = (
        f'<p class="MsoNormal"><span>{escape(line).replace("  ", "&nbsp;&nbsp;") or "&nbsp;"}</span></p>\n'
        for line in text.split("\n")
    )
    return "".join(lines)


WAYS: list[Callable[[str], str]] = [
    in_html,
    lambda text: f'<div style="white-space: pre-wrap">{escape(text)}</div>',
    _in_paragraphs,
    lambda text: "<br>\n".join(escape(line).replace("  ", "&nbsp; ") for line in text.split("\n")),
]  # of typing a page


def _bold(say: Tongue) -> str:
    return "<br>".join(f"<b>{line.partition(':')[0]}:</b>{escape(line.partition(':')[2])}" for line in top(say))


HTMLS: dict[str, Callable[[Tongue, str], str]] = {
    "outlook": lambda say, old: (
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
        f'<p class="MsoNormal">{_bold(say)}</p></div>{in_html(old)}'
    ),
    "outlook on the web": lambda say, old: (
        '<hr style="display:inline-block;width:98%" tabindex="-1">'
        f'<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">{_bold(say)}</font></div><div>{in_html(old)}</div>'
    ),
    "gmail": lambda say, old: (
        f'<div class="gmail_quote"><div dir="ltr" class="gmail_attr">{escape(wrote(say))}<br></div>'
        f'<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{in_html(old)}</blockquote></div>'
    ),
    "thunderbird": lambda say, old: (
        f'<div class="moz-cite-prefix">{escape(wrote(say, "Zine"))}<br></div>'
        f'<blockquote type="cite">{in_html(old)}</blockquote>'
    ),
    "yahoo": lambda say, old: f'<div id="ydp1yahoo_quoted_1" class="yahoo_quoted"><div>{in_html(old)}</div></div>',
    "web mailer": lambda say, old: f"<hr>{_bold(say)}<br><br>{in_html(old)}",
    "telephone": lambda say, old: f"<p>{escape(say.phone)}</p><p>{escape(wrote(say))}</p>{in_html(old)}",
    "samsung": lambda say, old: (
        f'<p>{escape(say.phone)}</p><div style="font-size:100%"><!-- originalMessage -->{in_html(old)}</div>'
    ),
    "windows mail": lambda say, old: (
        '<div style="padding-top: 5px; border-top-color: rgb(229, 229, 229); border-top-style: solid;">'
        f"<div>{_bold(say)}</div></div>{in_html(old)}"
    ),
    "a line beside it": lambda say, old: (
        f'<div style="margin:10px 5px; border-left:2px solid #C3D9E5;"><div>{in_html(old)}</div></div>'
    ),
    "a named section": lambda say, old: f'<div name="messageReplySection">{in_html(old)}</div>',
}


class Reply(NamedTuple):
    """A mail, and what its order has to be read as."""

    name: str
    data: bytes
    press: str


def mail(text: str = "", html: str = "", old: bytes = b"") -> bytes:
    message = EmailMessage()
    message["Received"] = "from a by mx.example.org; Tue, 17 Nov 2026 21:00:00 +0000"
    message["From"], message["To"], message["Subject"] = ALICE, ZINE, "Re: The Race: turn 1"
    message.set_content(html or text, subtype="html" if html else "plain", cte="base64")
    if old:
        original = EmailMessage()
        original["From"], original["Subject"] = ZINE, "The Race: turn 1"
        original.set_content(old.decode(), cte="base64")
        message.add_attachment(original)
    return message.as_bytes()


def replies() -> Iterator[Reply]:
    """The order on top, over all that may be below it."""
    presses = cycle(["", PRESS])
    for tongue, say in TONGUES.items():
        for what, old in BELOW.items():
            for client, below in TEXTS.items():
                press = next(presses)
                new = f"Hello!\n\n{order(22, press=press)}\n{say.farewell}\n\n"
                yield Reply(f"{client}, {tongue}, over {what}", mail(new + below(say, old)), press)
            for (client, below), typed in zip(HTMLS.items(), cycle(WAYS), strict=False):
                new = typed(f"{order(22, press=PRESS)}\n{say.farewell}\n")
                yield Reply(f"{client} (HTML), {tongue}, over {what}", mail(html=new + below(say, old)), PRESS)
        for what, old in BELOW.items():
            text = f"{order(22)}\n{say.farewell}\n"
            yield Reply(f"attached, {tongue}, over {what}", mail(text, old=old.encode()), "")
            yield Reply(f"attached to HTML, {tongue}, over {what}", mail(html=in_html(text), old=old.encode()), "")


def elsewhere() -> Iterator[Reply]:
    """The order below what is quoted, or filled in inside it."""
    for tongue, say in TONGUES.items():
        for client, below in TEXTS.items():
            yield Reply(f"inside, {client}, {tongue}", mail(f"Here you are!\n\n{below(say, FILLED_IN)}"), "")
            for what, old in BELOW.items() if client in MARKED else ():
                text = f"{below(say, old)}\n{order(22, press=PRESS)}\n{say.farewell}\n"
                yield Reply(f"{client}, {tongue}, under {what}", mail(text), PRESS)
        for client, below in HTMLS.items():
            yield Reply(f"inside, {client} (HTML), {tongue}", mail(html=in_html("Hi!") + below(say, FILLED_IN)), "")
