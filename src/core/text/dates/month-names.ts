/**
 * Month names, long and short, as written alone and inside a date, in some seventy languages; folded by `foldDate`.
 * Source: Unicode CLDR (cldr.unicode.org), plus spellings seen in feeds. Croatian listopad (October) is read as the
 * Polish and Czech November, lip and srp as the Polish July and Czech August, which are more frequent.
 */
const namesByMonth: readonly string[] = [
  'january|jan|januar|janvier|janv|enero|ene|gennaio|gen|janeiro|januari|tammikuu|tammi|tammikuuta|jaanuar' +
    '|jaan|janvaris|sausis|sausio|styczen|sty|stycznia|leden|led|ledna|januara|ianuarie|ian|януари|январь|янв' +
    '|января|січень|січ|січня|студзень|сту|студзеня|јануар|јан|sijecanj|sij|sijecnja|јануари|janar|ιανουαριου' +
    '|ιαν|ιανουαριος|ocak|oca|yanvar|yan|қаңтар|қаң|ינואר|ינו|يناير|كانون الثاني|ژانویه|ژانویهٔ|جنوری|जनवरी|जन' +
    '|জানুয়ারি|জানু|ஜனவரி|ஜன|జనవరి|జన|जानेवारी|जाने|જાન્યુઆરી|જાન્યુ|ಜನವರಿ|ಜನ|ജനുവരി|ജനു|ਜਨਵਰੀ|ਜਨ|มกราคม|ม.ค' +
    '|januarie|urtarrila|urt|gener|xaneiro|xan|ionawr|ion|eanair|ean|jannar|იანვარი|იან|հունվար|հնվ|հունվարի' +
    '|មករា|ມັງກອນ|ມ.ກ|ဇန်နဝါရီ|ဇန်|ιανουαρ|janu|sijec',
  'february|feb|februar|fevrier|fevr|febrero|febbraio|fevereiro|fev|februari|helmikuu|helmi|helmikuuta' +
    '|veebruar|veebr|februaris|febr|vasaris|vasario|luty|lut|lutego|unor|uno|unora|februara|februarie|февруари' +
    '|февраль|февр|февраля|лютии|лют|лютого|люты|лютага|фебруар|феб|veljaca|velj|veljace|фев|shkurt|shk' +
    '|φεβρουαριου|φεβ|φεβρουαριος|subat|sub|fevral|ақпан|ақп|פברואר|פבר|فبراير|شباط|فوریه|فوریهٔ|فروری|फ़रवरी' +
    '|फ़र|ফেব্রুয়ারি|ফেব|பிப்ரவரி|பிப்|ఫిబ్రవరి|ఫిబ్ర|फेब्रुवारी|फेब्रु|ફેબ્રુઆરી|ફેબ્રુ|ಫೆಬ್ರವರಿ|ಫೆಬ್ರ' +
    '|ഫെബ്രുവരി|ഫെബ്രു|ਫ਼ਰਵਰੀ|ਫ਼ਰ|फेब्रुअरी|กุมภาพันธ์|ก.พ|otsaila|ots|febrer|febreiro|chwefror|chw|chwef' +
    '|feabhra|feabh|frar|fra|თებერვალი|თებ|փետրվար|փտվ|փետրվարի|pebrero|peb|កុម្ភៈ|ກຸມພາ|ກ.ພ|ဖေဖော်ဝါရီ|ဖေ|fabr' +
    '|pebruari|फरवरी',
  'march|mar|marz|mars|marzo|marco|maart|mrt|marts|maaliskuu|maalis|maaliskuuta|kovas|kovo|marzec|marca' +
    '|brezen|bre|brezna|marec|marcius|marc|martie|март|марта|мар|березень|бер|березня|сакавік|сак|сакавіка|mart' +
    '|ozujak|ozu|ozujka|μαρτιου|μαρ|μαρτιος|наурыз|нау|מרץ|مارس|آذار|مارچ|मार्च|মার্চ|மார்ச்|மார்|మార్చి|માર્ચ' +
    '|ಮಾರ್ಚ್|മാർച്ച്|മാർ|ਮਾਰਚ|มีนาคม|มี.ค|maret|mac|machi|martxoa|mawrth|maw|marta|marzu|maerz|mae|მარტი|მარ' +
    '|մարտ|մրտ|մարտի|marso|មីនា|ມີນາ|ມ.ນ|မတ်|mrz',
  'april|apr|avril|avr|abril|abr|aprile|huhtikuu|huhti|huhtikuuta|aprill|aprilis|balandis|balandzio|kwiecien' +
    '|kwi|kwietnia|duben|dub|dubna|aprila|aprilie|април|апрель|апр|апреля|квітень|квіт|квітня|красавік|кра' +
    '|красавіка|travanj|tra|travnja|prill|pri|απριλιου|απρ|απριλιος|nisan|nis|aprel|сәуір|сәу|אפריל|אפר|أبريل' +
    '|نيسان|آوریل|اپریل|अप्रैल|এপ্রিল|এপ্রি|ஏப்ரல்|ஏப்|ఏప్రిల్|ఏప్రి|एप्रिल|एप्रि|એપ્રિલ|ಏಪ್ರಿಲ್|ಏಪ್ರಿ|ഏപ്രിൽ' +
    '|ഏപ്രി|ਅਪ੍ਰੈਲ|ਅਪ੍ਰੈ|अप्रिल|เมษายน|เม.ย|aprili|apirila|api|ebrill|ebr|aibrean|aib|abrell|აპრილი|აპრ|ապրիլ' +
    '|ապր|ապրիլի|មេសា|ເມສາ|ມ.ສ|ဧပြီ|إبريل|ابريل|nissan',
  'may|mai|mayo|maggio|mag|maio|mei|maj|toukokuu|touko|toukokuuta|maijs|geguze|geguzes|maja|kveten|kve' +
    '|kvetna|majus|маи|мая|травень|трав|травня|мај|svibanj|svi|svibnja|μαιου|μαι|μαιος|mayis|мамыр|мам|מאי|مايو' +
    '|أيار|مه|مهٔ|مئی|मई|মে|மே|మే|मे|મે|ಮೇ|മേയ്|ਮਈ|พฤษภาคม|พ.ค|maiatza|maig|bealtaine|beal|mejju|mej|mee|მაისი' +
    '|მაი|մայիս|մյս|մայիսի|ឧសភា|ພຶດສະພາ|ພ.ພ|မေ|mayi|می',
  'june|jun|juni|juin|junio|giugno|giu|junho|kesakuu|kesa|kesakuuta|juuni|junijs|birzelis|birzelio|czerwiec' +
    '|cze|czerwca|cerven|cvn|cervna|juna|junius|iunie|iun|юни|июнь|июня|июн|червень|черв|червня|чэрвень|чэр' +
    '|чэрвеня|јун|lipanj|lipnja|junij|јуни|qershor|qer|ιουνιου|ιουν|ιουνιος|haziran|haz|iyun|iyn|маусым|мау' +
    '|יוני|يونيو|حزيران|ژوئن|جون|जून|জুন|ஜூன்|జూన్|જૂન|ಜೂನ್|ജൂൺ|ਜੂਨ|जुन|มิถุนายน|มิ.ย|junie|ekaina|eka|juny' +
    '|xuno|mehefin|meh|meitheamh|meith|gunju|gun|ივნისი|ივნ|հունիս|հնս|հունիսի|hunyo|hun|មិថុនា|ມິຖຸນາ|ມິ.ຖ' +
    '|ဇွန်|يونيه',
  'july|jul|juli|juillet|juil|julio|luglio|lug|julho|heinakuu|heina|heinakuuta|juuli|julijs|liepa|liepos' +
    '|lipiec|lip|lipca|cervenec|cvc|cervence|jula|julius|iulie|iul|юли|июль|июля|июл|липень|лип|липня|ліпень' +
    '|ліп|ліпеня|јул|srpanj|srpnja|julij|јули|korrik|korr|ιουλιου|ιουλ|ιουλιος|temmuz|tem|iyul|iyl|шілде|шіл' +
    '|יולי|يوليو|تموز|ژوئیه|ژوئیهٔ|جولائی|जुलाई|जुल|জুলাই|জুল|ஜூலை|జులై|जुलै|જુલાઈ|ಜುಲೈ|ജൂലൈ|ਜੁਲਾਈ|ਜੁਲਾ|กรกฎาคม' +
    '|ก.ค|julai|julie|uztaila|uzt|juliol|xullo|xul|gorffennaf|gor|gorff|iuil|lulju|lul|ივლისი|ივლ|հուլիս|հլս' +
    '|հուլիսի|hulyo|hul|កក្កដា|ກໍລະກົດ|ກ.ລ|ဇူလိုင်|ဇူ|يوليه',
  'august|aug|aout|agosto|ago|augustus|augusti|agust|agu|elokuu|elo|elokuuta|augusts|rugpjutis|rugpjucio' +
    '|sierpien|sie|sierpnia|srpen|srp|srpna|augusta|augusztus|август|авг|августа|серпень|серп|серпня|жнівень' +
    '|жні|жніуня|avgust|avg|kolovoz|kol|kolovoza|gusht|gush|αυγουστου|αυγ|αυγουστος|agustos|avqust|avq|тамыз' +
    '|там|אוגוסט|אוג|أغسطس|آب|اوت|اگست|अगस्त|अग|আগস্ট|আগ|ஆகஸ்ட்|ஆக|ఆగస్టు|ఆగ|ऑगस्ट|ऑग|ઑગસ્ટ|ಆಗಸ್ಟ್|ಆಗ|ഓഗസ്റ്റ്' +
    '|ഓഗ|ਅਗਸਤ|ਅਗ|अगस्ट|สิงหาคม|ส.ค|agustus|ogos|ogo|agosti|abuztua|abu|agost|awst|lunasa|awwissu|aww|აგვისტო' +
    '|აგვ|օգոստոս|օգս|օգոստոսի|សីហា|ສິງຫາ|ສ.ຫ|ဩဂုတ်|ags|agt|اغسطس',
  'september|sep|sept|septembre|septiembre|settembre|set|setembro|syyskuu|syys|syyskuuta|septembris|rugsejis' +
    '|rugsejo|wrzesien|wrz|wrzesnia|zari|zar|septembra|szeptember|szept|septembrie|септември|сентябрь|сент' +
    '|сентября|вересень|вер|вересня|верасень|верасня|септембар|сеп|septembar|rujan|ruj|rujna|shtator' +
    '|σεπτεμβριου|σεπ|σεπτεμβριος|eylul|eyl|sentyabr|sen|қыркүиек|қыр|sentabr|ספטמבר|ספט|سبتمبر|أيلول|سپتامبر' +
    '|ستمبر|सितंबर|सित|সেপ্টেম্বর|সেপ্ট|সেপ|செப்டம்பர்|செப்|సెప్టెంబర్|సెప్టెం|सप्टेंबर|सप्टें|સપ્ટેમ્બર|સપ્ટે' +
    '|ಸೆಪ್ಟೆಂಬರ್|ಸೆಪ್ಟೆಂ|സെപ്റ്റംബർ|സെപ്റ്റം|ਸਤੰਬਰ|ਸਤੰ|सेप्टेम्बर|กันยายน|ก.ย|septemba|iraila|ira|setembre|medi' +
    '|mean fomhair|mfomh|settembru|სექტემბერი|სექ|սեպտեմբեր|սեպ|սեպտեմբերի|setyembre|កញ្ញា|ກັນຍາ|ກ.ຍ|စက်တင်ဘာ' +
    '|စက်|sptember|setiembre',
  'october|oct|oktober|okt|octobre|octubre|ottobre|ott|outubro|out|lokakuu|loka|lokakuuta|oktoober|oktobris' +
    '|spalis|spalio|pazdziernik|paz|pazdziernika|rijen|rij|rijna|oktobra|octombrie|октомври|октябрь|окт|октября' +
    '|жовтень|жовт|жовтня|кастрычнік|кас|кастрычніка|октобар|oktobar|tetor|tet|οκτωβριου|οκτ|οκτωβριος|ekim|eki' +
    '|oktyabr|қазан|қаз|oktabr|אוקטובר|אוק|أكتوبر|تشرين الأول|اکتبر|اکتوبر|अक्टूबर|अक्टू|অক্টোবর|অক্টো|அக்டோபர்' +
    '|அக்|అక్టోబర్|అక్టో|ऑक्टोबर|ऑक्टो|ઑક્ટોબર|ઑક્ટો|ಅಕ್ಟೋಬರ್|ಅಕ್ಟೋ|ഒക്ടോബർ|ഒക്ടോ|ਅਕਤੂਬਰ|ਅਕਤੂ|अक्टोबर|ตุลาคม' +
    '|ต.ค|oktoba|urria|urr|hydref|hyd|deireadh fomhair|dfomh|ottubru|ოქტომბერი|ოქტ|հոկտեմբեր|հոկ|հոկտեմբերի' +
    '|oktubre|តុលា|ຕຸລາ|ຕ.ລ|အောက်တိုဘာ|အောက်|اكتوبر|octo|अक्तूबर',
  'november|nov|novembre|noviembre|novembro|marraskuu|marras|marraskuuta|novembris|lapkritis|lapkricio' +
    '|listopad|lis|listopada|listopadu|novembra|noiembrie|ноември|ноябрь|нояб|ноября|листопад|лист|листопада' +
    '|лістапад|ліс|лістапада|новембар|нов|novembar|studeni|stu|studenoga|ное|nentor|nen|νοεμβριου|νοε|νοεμβριος' +
    '|kasim|kas|noyabr|noy|қараша|қар|נובמבר|נוב|نوفمبر|تشرين الثاني|نوامبر|نومبر|नवंबर|नव|নভেম্বর|নভে|நவம்பர்' +
    '|நவ|నవంబర్|నవం|नोव्हेंबर|नोव्हें|નવેમ્બર|નવે|ನವೆಂಬರ್|ನವೆಂ|നവംബർ|നവം|ਨਵੰਬਰ|ਨਵੰ|नोभेम्बर|พฤศจิกายน|พ.ย' +
    '|novemba|azaroa|aza|tachwedd|tach|samhain|samh|novembru|ნოემბერი|ნოე|նոյեմբեր|նոյ|նոյեմբերի|nobyembre|nob' +
    '|វិច្ឆិកា|ພະຈິກ|ພ.ຈ|နိုဝင်ဘာ|နို|nopember|नवम्बर',
  'december|dec|dezember|dez|decembre|diciembre|dic|dicembre|dezembro|desember|des|joulukuu|joulu|joulukuuta' +
    '|detsember|dets|decembris|gruodis|gruodzio|grudzien|gru|grudnia|prosinec|pro|prosince|decembra|decembrie' +
    '|декември|декабрь|дек|декабря|грудень|груд|грудня|снежань|сне|снежня|децембар|дец|decembar|prosinac' +
    '|prosinca|dhjetor|dhj|δεκεμβριου|δεκ|δεκεμβριος|aralik|ara|dekabr|dek|желтоқсан|жел|דצמבר|דצמ|ديسمبر' +
    '|كانون الأول|دسامبر|دسمبر|दिसंबर|दिस|ডিসেম্বর|ডিসে|டிசம்பர்|டிச|డిసెంబర్|డిసెం|डिसेंबर|डिसें|ડિસેમ્બર|ડિસે' +
    '|ಡಿಸೆಂಬರ್|ಡಿಸೆಂ|ഡിസംബർ|ഡിസം|ਦਸੰਬਰ|ਦਸੰ|डिसेम्बर|ธันวาคม|ธ.ค|disember|dis|desemba|abendua|abe|desembre' +
    '|decembro|rhagfyr|rhag|nollaig|noll|dicembru|დეკემბერი|დეკ|դեկտեմբեր|դեկ|դեկտեմբերի|disyembre|ធ្នូ|ທັນວາ' +
    '|ທ.ວ|ဒီဇင်ဘာ|ဒီ|दिसम्बर|dici',
]

/** Folded month name to 1 (January) to 12. */
export const monthNames: ReadonlyMap<string, number> = new Map(
  namesByMonth.flatMap((names, index) => names.split('|').map((name) => [name, index + 1] as const)),
)
