"""What mail programs write above a quotation and below a letter, in many languages; all in small letters."""

import re
from collections.abc import Iterable

HEADERS = {  # of a mail that is quoted with its top
    "from": """from, von, de, da, van, från, fra, lähettäjä, od, feladó, de la, от, від, από, kimden, gönderen,
        差出人, 发件人, 寄件者, 寄件人, 보낸 사람, 보낸사람, מאת, من, saatja, no, nuo, dari, từ, จาก, desde,
        expéditeur, mittente, absender, remitente, remetente, avsändare, afsender, avsender, afzender,
        odesílatel, odosielateľ, nadawca, expeditor, отправитель, відправник, подател, αποστολέας, pošiljatelj,
        posiljatelj, pengirim, frá, nga, ó""",
    "date": """date, sent, gesendet, datum, envoyé, envoyé le, inviato, data, enviado, enviada, enviado el,
        enviada em, fecha, verzonden, skickat, sendt, dato, lähetetty, päivämäärä, päiväys, wysłano, wysłane,
        wysłany, odesláno, odoslané, dátum, elküldve, küldve, küldés dátuma, trimis, дата, отправлено,
        надіслано, изпратено, ημερομηνία, στάλθηκε, εστάλη, gönderildi, gönderme tarihi, tarih, 送信日時, 日時,
        日付, 发送时间, 发送日期, 日期, 时间, 寄件日期, 傳送時間, 時間, 보낸 날짜, 날짜, 보낸시간, תאריך, נשלח,
        تاريخ, التاريخ, تم الإرسال, poslano, poslato, saadetud, kuupäev, nosūtīts, datums, išsiųsta, terkirim,
        tanggal, ngày, đã gửi, วันที่, ส่ง, enviat, sent at, date sent, date d'envoi, gesendet am""",
    "to": """to, an, à, a, para, aan, till, til, vastaanottaja, saaja, do, komu, pro, címzett, către, кому, до,
        προς, kime, alıcı, 宛先, 收件人, 收件者, 받는 사람, 받는사람, אל, إلى, za, prima, kellele, kam, kepada,
        đến, ถึง, per a, destinataire, destinataires, destinatario, empfänger, mottagare, modtager, mottaker,
        odbiorca, примач""",
    "cc": """cc, kopie, copie, copia, cópia, kopia, kopi, kopio, másolat, копия, копія, 抄送, 副本, 참조, 复制,
        bilgi, dw""",
    "subject": """subject, betreff, objet, sujet, oggetto, asunto, assunto, onderwerp, ämne, emne, aihe, temat,
        předmět, predmet, tárgy, subiect, тема, относно, θέμα, konu, 件名, 主题, 主題, 主旨, 제목, נושא,
        الموضوع, naslov, zadeva, teema, tema, temats, subjek, perihal, chủ đề, tiêu đề, เรื่อง, assumpte,
        efni""",
}
KINDS = {word.strip(): kind for kind, words in HEADERS.items() for word in words.split(",")}

SAYS = re.compile(
    r"""\b(?:wrote|writes|said|a\ écrit|écrit|ha\ scritto|scrive|schrieb|schreibt|geschrieben|escribió|escribe|escreveu
    |schreef|skrev|skriver|kirjoitti|napisał|napisała|pisze|napsal|napsala|napísal|napísala|írta|a\ scris|scris
    |написал|написала|пишет|писал|пише|написав|написала|написа|έγραψε|έγραψαν|yazdı|napisao|napisala|napisal|piše
    |va\ escriure|escriure|escribiu|kirjutas|rakstīja|rašė|đã\ viết|viết|menulis|skribis|skrifaði|idatzi|shkroi
    |het\ geskryf|ysgrifennodd|scríobh|quoting|zitat\ von|zitiere|citando|citant|citát)(?:\(\w{1,3}\)|/\w{1,3})?\b
    |写道|寫道|书写|のメール|書きました|は書き|작성|썼습니다|님이\ |כתב|كتب|เขียน""",
    re.VERBOSE | re.IGNORECASE,
)

_ORIGINAL = """original message, original mail, original email, original, forwarded message, reply message,
    begin forwarded message, begin original message, begin reply message, start of forwarded message,
    quoted message, ursprüngliche nachricht, originalnachricht, original-nachricht, originalmail,
    weitergeleitete nachricht, anfang der weitergeleiteten nachricht, message d'origine, message d’origine,
    message original, message initial, message transféré, message réexpédié, début du message transféré,
    début du message réexpédié, début du message, mail original, courriel original, messaggio originale,
    messaggio inoltrato, inizio messaggio inoltrato, messaggio originario, mensaje original, mensaje reenviado,
    inicio del mensaje reenviado, mensagem original, mensagem encaminhada, mensagem reencaminhada,
    início da mensagem reencaminhada, início da mensagem encaminhada, oorspronkelijk bericht,
    origineel bericht, doorgestuurd bericht, begin doorgestuurd bericht, ursprungligt meddelande,
    originalmeddelande, vidarebefordrat meddelande, vidarebefordrat brev, oprindelig meddelelse,
    originalbesked, videresendt meddelelse, opprinnelig melding, original melding, videresendt melding,
    alkuperäinen viesti, välitetty viesti, wiadomość oryginalna, oryginalna wiadomość, wiadomość przekazana,
    przekazana wiadomość, původní zpráva, původní e-mail, přeposlaná zpráva, pôvodná správa, preposlaná správa,
    eredeti üzenet, továbbított üzenet, mesaj original, mesajul original, mesaj redirecționat,
    исходное сообщение, исходное письмо, оригинальное сообщение, пересылаемое сообщение,
    начало переадресованного сообщения, вихідне повідомлення, оригінальне повідомлення, оригинално съобщение,
    препратено съобщение, αρχικό μήνυμα, προωθημένο μήνυμα, orijinal mesaj, özgün ileti, iletilen mesaj,
    yönlendirilmiş mesaj, 元のメッセージ, オリジナルメッセージ, 転送メッセージ, 转发的邮件, 转发邮件, 原始邮件,
    原邮件, 原始郵件, 轉寄郵件, 轉寄的郵件, 원본 메시지, 원본 메일, 전달된 메시지, הודעה מקורית, הודעה שהועברה,
    الرسالة الأصلية, رسالة أصلية, رسالة معاد توجيهها, izvorna poruka, originalna poruka, izvirno sporočilo,
    missatge original, missatge reenviat, algne kiri, algne sõnum, sākotnējais ziņojums, originalus laiškas,
    pesan asli, thư gốc, tin nhắn gốc, ข้อความต้นฉบับ, upprunaleg skilaboð, mensaxe orixinal,
    jatorrizko mezua"""
ORIGINAL = frozenset(" ".join(phrase.split()) for phrase in _ORIGINAL.split(","))

_PHONES = """sent from my, sent from mail for, sent from outlook, sent from yahoo, sent from gmail,
    sent from samsung, sent from proton, sent via, sent with, sent on the go, sent using, get outlook for,
    download outlook, von meinem iphone, von meinem ipad, von meinem android, von meinem handy,
    von meinem mobiltelefon, von meinem smartphone, von meinem samsung, von unterwegs gesendet, gesendet von,
    gesendet mit, gesendet über, diese nachricht wurde von meinem, diese nachricht wurde mit,
    holen sie sich outlook, envoyé de mon, envoyé depuis, envoyé à partir de, envoyé avec, envoyé par,
    envoyé d', télécharger outlook, obtenez outlook, inviato da, inviato dal, inviato con, scarica outlook,
    ottieni outlook, enviado desde, enviado do meu, enviado a partir, enviado de, enviado com, enviado con,
    enviado por, enviado via, obtener outlook, obter o outlook, verstuurd vanaf, verstuurd met,
    verzonden vanaf, verzonden met, verzonden vanuit, outlook voor, skickat från, skickades från, skicka från,
    hämta outlook, sendt fra, sendt med, hent outlook, lähetetty iphone, lähetetty ipad, lähetetty android,
    lähetetty samsung, lähetetty laitteesta, lähetetty puhelimesta, hanki outlook, wysłano z, wysłane z,
    wysłane przez, pobierz program outlook, odesláno z, odesláno pomocí, odoslané z, poslano z, poslato sa,
    poslano s, küldve az, elküldve az, iphone-omról, trimis de pe, trimis din, отправлено с, отправлено из,
    надіслано з, изпратено от, στάλθηκε από, εστάλη από, αποστολή από, iphone'umdan gönderildi,
    telefonumdan gönderildi, iphone'dan gönderildi, iphoneから送信, ipadから送信, androidから送信,
    从我的 iphone, 从我的iphone, 发自我的, 從我的 iphone, 從我的iphone, 傳送自, 发自, 나의 iphone에서,
    내 iphone에서, iphone에서 보냄, נשלח מה, أرسلت من, أُرسلت من, تم الإرسال من, saadetud minu, nosūtīts no,
    išsiųsta iš, dikirim dari, được gửi từ, đã gửi từ, ส่งจาก, enviat des, enviat amb, sent fra, sendur úr"""
_MACHINES = """virus-free., virus free, no virus found, this email has been checked for viruses,
    this e-mail has been checked for viruses, this message has been scanned, this email has been scanned,
    scanned by, this email is free from viruses, this e-mail is virus-free, checked by avg, avast logo,
    diese e-mail wurde von avast, diese e-mail wurde auf viren, diese e-mail ist frei von viren, virenfrei,
    keine viren, garanti sans virus, sans virus, l'absence de virus, l’absence de virus,
    cet e-mail a été vérifié, cet email a été vérifié, ce courrier électronique ne contient aucun virus,
    privo di virus, mail priva di virus, senza virus, questa e-mail è stata controllata, questa email è stata,
    libre de virus, el software de antivirus, este correo electrónico ha sido, este mensaje ha sido analizado,
    livre de vírus, não contém vírus, este email foi, este e-mail foi, virusvrij,
    dit e-mailbericht is gecontroleerd, deze e-mail is gecontroleerd, virusfritt, virusfri,
    den här e-posten har, denne e-mail er blevet, denne e-posten er, wolny od wirusów,
    ta wiadomość została sprawdzona, neobsahuje žádné viry, bez virů, vírusmentes, проверено на вирусы,
    без вирусов, не содержит вирусов, you received this message because, you are receiving this,
    you received this email because, to unsubscribe, unsubscribe, unsubscribe from this group, mailing list,
    to view this discussion, visit this group at, for more options, manage your subscription,
    reply to this email directly, view this email in your browser, please do not reply, sie erhalten diese,
    sie haben diese nachricht erhalten, um sich abzumelden, abbestellen, um sich von dieser liste,
    vous recevez ce, vous avez reçu ce message car, pour vous désabonner, se désabonner, se désinscrire,
    hai ricevuto questo messaggio, ricevi questo messaggio, per annullare l'iscrizione, per cancellarti,
    has recibido este mensaje, recibiste este mensaje, para cancelar, darse de baja,
    você recebeu esta mensagem, je ontvangt dit bericht, u ontvangt dit bericht, om je af te melden,
    du får det här, du modtager denne, this e-mail and any, this email and any, this message and any,
    this message is confidential, this email is confidential, this e-mail is confidential,
    the information in this, the information contained in this, the contents of this, confidentiality notice,
    disclaimer, confidential:, please consider the environment, diese e-mail enthält,
    diese nachricht ist vertraulich, der inhalt dieser e-mail, bitte denken sie an die umwelt, ce message et,
    ce courriel et, ce message est confidentiel, pensez à l'environnement, questo messaggio è,
    questo messaggio e, le informazioni contenute, este mensaje y, este correo y, este mensaje es confidencial,
    esta mensagem e, esta mensagem é, dit bericht is vertrouwelijk, de informatie in, caution: this email,
    external email, do you yahoo"""


def _at_the_start(phrases: str) -> Iterable[str]:
    return (re.escape(" ".join(phrase.split())) for phrase in phrases.split(","))


ENDINGS = re.compile(
    rf"[\W_]{{0,6}}(?:{'|'.join((*_at_the_start(_PHONES), *_at_the_start(_MACHINES)))})", re.IGNORECASE
)

_FAREWELLS = """cheers, best, all the best, best wishes, best regards, kind regards, warm regards, regards,
    with regards, many thanks, thanks, thank you, thx, ta, yours, yours truly, yours sincerely, sincerely,
    love, cordially, see you, see ya, take care, bye, good luck, have fun, so long, ever yours, greetings,
    rgds, br, xx, gruß, gruss, grüße, viele grüße, liebe grüße, schöne grüße, beste grüße, herzliche grüße,
    freundliche grüße, mit freundlichen grüßen, mit besten grüßen, viele gruesse, lg, vg, mfg, danke,
    vielen dank, bis bald, tschüss, servus, salut, cordialement, bien cordialement, amicalement, bien à vous,
    bien à toi, sincèrement, merci, merci d'avance, à bientôt, bises, bisous, amitiés, saluti, cordiali saluti,
    distinti saluti, tanti saluti, un saluto, grazie, ciao, a presto, un abbraccio, saludos, un saludo,
    saludos cordiales, gracias, un abrazo, hasta luego, atentamente, abraços, um abraço, obrigado, obrigada,
    atenciosamente, cumprimentos, groeten, groetjes, met vriendelijke groet, met vriendelijke groeten, mvg,
    bedankt, dank je, hälsningar, vänliga hälsningar, med vänlig hälsning, mvh, tack, hilsen, venlig hilsen,
    med venlig hilsen, vennlig hilsen, med vennlig hilsen, tak, takk, terveisin, ystävällisin terveisin,
    kiitos, t., pozdrawiam, pozdrowienia, dziękuję, z poważaniem, s pozdravem, zdraví, díky, děkuji,
    s pozdravom, ďakujem, üdvözlettel, üdv, köszönöm, cu stima, cu respect, mulțumesc, с уважением, привет,
    спасибо, всего доброго, з повагою, дякую, поздрави, με εκτίμηση, χαιρετισμούς, ευχαριστώ, saygılarımla,
    teşekkürler, selamlar, よろしく, よろしくお願いします, 谢谢, 祝好, 此致, 감사합니다, בברכה, תודה,
    مع تحياتي, شكرا, lp, lep pozdrav, pozdrav, hvala"""
_NAME = r"[^\W\d_][\w.'’-]{0,20}"
FAREWELL = re.compile(
    rf"(?:{'|'.join(sorted(_at_the_start(_FAREWELLS), key=len, reverse=True))})"
    rf"(?:[\s,.!:–—-]+(?:{_NAME}[\s,.&!]*){{0,4}})?$",
    re.IGNORECASE,
)
SIGNED = re.compile(rf"[-–—―~*•]{{1,3}}\s*(?:{_NAME}[\s,.&!]*){{1,4}}$")  # `- Eve`
NAMED = re.compile(rf"(?:{_NAME}[\s,.&!]*){{1,4}}$")
