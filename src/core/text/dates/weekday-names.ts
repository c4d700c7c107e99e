/** Weekday names from Sunday, long and short, folded as `foldDate` folds. Source: Unicode CLDR (cldr.unicode.org). */
const namesByWeekday: readonly string[] = [
  'sunday|sun|sonntag|so|dimanche|dim|domingo|dom|domenica|zondag|zo|sondag|son|søndag|søn|sunnudagur' +
    '|sunnuntai|su|puhapaev|svetdiena|svetd|sekmadienis|sk|niedziela|niedz|nedele|ne|nedela|vasarnap|duminica' +
    '|dum|неделя|нд|воскресенье|вс|неділя|нядзеля|недеља|нед|nedelja|ned|nedjelja|недела|e diel|die|κυριακη|κυρ' +
    '|pazar|bazar|жексенбі|жс|yakshanba|yak|יום ראשון|יום א|الأحد|یکشنبه|اتوار|रविवार|रवि|রবিবার|রবি|ஞாயிறு' +
    '|ஞாயி|ఆదివారం|ఆది|રવિવાર|રવિ|ಭಾನುವಾರ|ಭಾನು|ഞായറാഴ്ച|ഞായർ|ਐਤਵਾਰ|ਐਤ|आइतबार|आइत|วันอาทิตย์|อาทิตย์|minggu|min' +
    '|ahad|ahd|jumapili|igandea|ig|diumenge|dg|dydd sul|sul|domhnaigh|domh|il-ħadd|ħad|sonndeg|კვირა|კვი|կիրակի' +
    '|կիր|linggo|lin|អាទិត្យ|ວັນອາທິດ|ອາທິດ|တနင်္ဂနွေ|zon|sonn',
  'monday|mon|montag|mo|lundi|lun|lunes|lunedi|segunda-feira|seg|maandag|ma|mandag|man|manudagur|maanantai' +
    '|esmaspaev|pirmdiena|pirmd|pirmadienis|pr|poniedziałek|pon|pondeli|po|pondelok|hetfo|luni|понеделник|пн' +
    '|понедельник|понеділок|панядзелак|понедељак|пон|ponedeljak|ponedjeljak|ponedeljek|e hene|hen|δευτερα|δευ' +
    '|pazartesi|pzt|bazar ertəsi|b.e|дүисенбі|дс|dushanba|dush|יום שני|יום ב|الاثنين|دوشنبه|پیر|सोमवार|सोम' +
    '|সোমবার|সোম|திங்கள்|திங்|సోమవారం|సోమ|સોમવાર|સોમ|ಸೋಮವಾರ|ಸೋಮ|തിങ്കളാഴ്ച|തിങ്കൾ|ਸੋਮਵਾਰ|ਸੋਮ|सोमबार|วันจันทร์' +
    '|จันทร์|senin|sen|isnin|isn|jumatatu|astelehena|al|dilluns|dl|luns|dydd llun|llun|luain|luan|it-tnejn|tne' +
    '|meindeg|mei|ორშაბათი|ორშ|երկուշաբթի|երկ|ចន្ទ|ច័ន្ទ|ວັນຈັນ|ຈັນ|တနင်္လာ|mond|mont',
  'tuesday|tue|dienstag|di|mardi|mar|martes|martedi|terca-feira|ter|dinsdag|tisdag|tis|tirsdag|tirs|tir' +
    '|tysdag|tys|þriðjudagur|þri|tiistai|ti|teisipaev|otrdiena|otrd|antradienis|an|wtorek|wt|utery|ut|utorok' +
    '|kedd|marti|вторник|вт|вівторок|ауторак|ау|уторак|уто|utorak|uto|torek|вто|e marte|τριτη|τρι|sali|sal' +
    '|cərsənbə axsami|c.a|сеисенбі|сс|seshanba|sesh|יום שלישי|יום ג|الثلاثاء|سهشنبه|منگل|मंगलवार|मंगल|মঙ্গলবার' +
    '|মঙ্গল|செவ்வாய்|செவ்|మంగళవారం|మంగళ|मंगळवार|मंगळ|મંગળવાર|મંગળ|ಮಂಗಳವಾರ|ಮಂಗಳ|ചൊവ്വാഴ്ച|ചൊവ്വ|ਮੰਗਲਵਾਰ|ਮੰਗਲ' +
    '|मङ्गलबार|मङ्गल|วันอังคาร|อังคาร|selasa|sel|jumanne|asteartea|ar|dimarts|dt|dydd mawrth|mairt|it-tlieta' +
    '|tli|denschdeg|den|სამშაბათი|სამ|երեքշաբթի|երք|អង្គារ|ວັນອັງຄານ|ອັງຄານ|အင်္ဂါ|tues|dien',
  'wednesday|wed|mittwoch|mi|mercredi|mer|miercoles|mie|mercoledi|quarta-feira|qua|woensdag|wo|onsdag|ons' +
    '|miðvikudagur|mið|keskiviikko|ke|kolmapaev|tresdiena|tresd|treciadienis|tr|sroda|sr|streda|szerda|sze' +
    '|miercuri|сряда|ср|среда|середа|серада|сре|sreda|sre|srijeda|sri|e merkure|τεταρτη|τετ|carsamba|car' +
    '|cərsənbə|сәрсенбі|chorshanba|chor|יום רביעי|יום ד|الأربعاء|چهارشنبه|بدھ|बुधवार|बुध|বুধবার|বুধ|புதன்|புத' +
    '|బుధవారం|బుధ|બુધવાર|બુધ|ಬುಧವಾರ|ಬುಧ|ബുധനാഴ്ച|ബുധൻ|ਬੁੱਧਵਾਰ|ਬੁੱਧ|बुधबार|วันพุธ|พุธ|rabu|rab|jumatano' +
    '|asteazkena|az|dimecres|dc|mercores|dydd mercher|ceadaoin|cead|l-erbgħa|erb|mettwoch|met|ოთხშაბათი|ოთხ' +
    '|չորեքշաբթի|չրք|miyerkules|miy|ពុធ|ວັນພຸດ|ພຸດ|ဗုဒ္ဓဟူး|weds|mitt|wednes',
  'thursday|thu|donnerstag|do|jeudi|jeu|jueves|jue|giovedi|gio|quinta-feira|qui|donderdag|torsdag|tors|tor' +
    '|fimmtudagur|fim|torstai|to|neljapaev|ceturtdiena|ceturtd|ketvirtadienis|kt|czwartek|czw|ctvrtek|ct' +
    '|stvrtok|csutortok|cs|joi|четвъртък|чт|четверг|четвер|чацвер|чц|четвртак|чет|cetvrtak|cet|cetrtek|четврток' +
    '|e enjte|enj|πεμπτη|πεμ|persembe|per|cumə axsami|c.a|беисенбі|бс|payshanba|pay|יום חמישי|יום ה|الخميس' +
    '|پنجشنبه|جمعرات|गुरुवार|गुरु|বৃহস্পতিবার|বৃহস্পতি|வியாழன்|வியா|గురువారం|గురు|ગુરુવાર|ગુરુ|ಗುರುವಾರ|ಗುರು' +
    '|വ്യാഴാഴ്ച|വ്യാഴം|ਵੀਰਵਾਰ|ਵੀਰ|बिहिबार|बिहि|วันพฤหัสบดี|พฤหัส|kamis|kam|khamis|kha|alhamisi|osteguna|og' +
    '|dijous|dj|xoves|xov|dydd iau|iau|deardaoin|dear|il-ħamis|ħam|donneschdeg|don|ხუთშაბათი|ხუთ|հինգշաբթի|հնգ' +
    '|huwebes|huw|ព្រហស្បតិ៍|ព្រហ|ວັນພະຫັດ|ພະຫັດ|ကြာသပတေး|thurs|thur|donn|jeud',
  'friday|fri|freitag|fr|vendredi|ven|viernes|vie|venerdi|sexta-feira|sex|vrijdag|vr|fredag|fre|fostudagur' +
    '|fos|perjantai|pe|reede|piektdiena|piektd|penktadienis|pn|piatek|pt|patek|pa|piatok|pi|pentek|vineri|vin' +
    "|петък|пт|пятница|п'ятниця|пятніца|петак|пет|petak|pet|petek|петок|e premte|pre|παρασκευη|παρ|cuma|cum" +
    '|cumə|жұма|жм|juma|jum|יום שישי|יום ו|الجمعة|جمعه|جمعہ|शुक्रवार|शुक्र|শুক্রবার|শুক্র|வெள்ளி|வெள்|శుక్రవారం' +
    '|శుక్ర|શુક્રવાર|શુક્ર|ಶುಕ್ರವಾರ|ಶುಕ್ರ|വെള്ളിയാഴ്ച|വെള്ളി|ਸ਼ੁੱਕਰਵਾਰ|ਸ਼ੁੱਕਰ|शुक्रबार|วันศุกร์|ศุกร์|jumat' +
    '|jumaat|ijumaa|vrydag|ostirala|or|divendres|dv|venres|dydd gwener|gwe|haoine|aoine|il-gimgħa|gim|freideg' +
    '|პარასკევი|პარ|ուրբաթ|ուր|biyernes|biy|សុក្រ|ວັນສຸກ|ສຸກ|သောကြာ|frei',
  'saturday|sat|samstag|sa|samedi|sam|sabado|sab|sabato|zaterdag|za|lordag|lor|lørdag|lør|laurdag|lau' +
    '|laugardagur|lauantai|la|laupaev|sestdiena|sestd|sestadienis|sobota|sob|szombat|szo|sambata|събота|сб' +
    '|суббота|субота|суб|subota|сабота|саб|e shtune|σαββατο|σαβ|cumartesi|cmt|sənbə|сенбі|shanba|shan|יום שבת' +
    '|שבת|السبت|شنبه|ہفتہ|शनिवार|शनि|শনিবার|শনি|சனி|శనివారం|శని|શનિવાર|શનિ|ಶನಿವಾರ|ಶನಿ|ശനിയാഴ്ച|ശനി|ਸ਼ਨੀਵਾਰ|ਸ਼ਨੀ' +
    '|शनिबार|วันเสาร์|เสาร์|sabtu|jumamosi|saterdag|larunbata|lr|dissabte|ds|dydd sadwrn|sad|sathairn|sath' +
    '|is-sibt|sib|samschdeg|შაბათი|შაბ|շաբաթ|շբթ|សៅរ៍|ວັນເສົາ|ເສົາ|စနေ|sams|satur|sonnabend',
]

/** From a folded weekday name to 0 (Sunday) to 6. */
export const weekdayNames: ReadonlyMap<string, number> = new Map(
  namesByWeekday.flatMap((names, index) => names.split('|').map((name) => [name, index] as const)),
)
