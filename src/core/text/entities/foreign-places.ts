import { EAST_ASIAN, katakanaIn } from '../east-asian.ts'
import { simplifiedHan } from '../simplified-han.ts'
import { words } from '../words.ts'
import { placeNamed } from './places.ts'

/**
 * The places of the English gazetteer in other languages, by their usual English name: countries, their people and capitals in German,
 * Spanish, French, Italian, Portuguese, Dutch, Chinese and Japanese, and the regions of Taiwan and Japan by their country. A star
 * stands for any ending, an at sign for the one language in which the word is a place. Compiled by hand for Copytaster from general
 * knowledge; folded, as words are compared.
 */
const PLACES = `
afghanistan: afganistan afghanisch* afghane* afgano* afgana* afegao 阿富汗 アフガニスタン カブール 喀布爾
albania: albanien albanie albanes* albanisch* 阿爾巴尼亞 アルバニア
algeria: algerien algerie argelia algerisch* argelino* algier argel alger 阿爾及利亞 アルジェリア
argentina: argentinien argentine argentinisch* argentino* argentino 阿根廷 布宜諾斯艾利斯 アルゼンチン
armenia: armenien armenie armenisch* armenio* 亞美尼亞 アルメニア
australia: australien australie australisch* australian* 澳洲 澳大利亞 オーストラリア 豪州 雪梨 悉尼 墨爾本
austria: osterreich* autriche oostenrijk* wien austriac* viena vienne 奧地利 オーストリア 維也納 ウィーン
azerbaijan: aserbaidschan* azerbaiyan azerbaidjan azerbaigian* 亞塞拜然 阿塞拜疆 アゼルバイジャン
bangladesh: bangladesch bangladesi* 孟加拉 バングラデシュ
bavaria: bayern bayerisch* bayrisch* baviera baviere munchen 巴伐利亞 バイエルン 慕尼黑 ミュンヘン
belarus: weissrussland bielorrusia bielorussia 白俄羅斯 ベラルーシ
belgium: belgien belgica belgique belgio belgie belgisch* bruselas bruxelles brussel 比利時 ベルギー 布魯塞爾 ブリュッセル
bolivia: bolivien bolivie bolivian* boliviano* 玻利維亞 ボリビア
bosnia: bosnien bosnie bosnisch* 波士尼亞 ボスニア
brazil: brasilien* brasil bresil brasile brazilie brasilianisch* brasilen* brasileir* bresilien* 巴西 ブラジル
britain: grossbritannien britisch* briten britanic* britannique* inglaterra angleterre 英國 イギリス 英国
bulgaria: bulgarien bulgarie bulgarisch* bulgaro* 保加利亞 ブルガリア
cambodia: kambodscha camboya cambodge cambogia 柬埔寨 カンボジア
cameroon: kamerun camerun cameroun camarones 喀麥隆 カメルーン
canada: kanada kanadisch* kanadier* canadiense* canadien* 加拿大 カナダ 渥太華
catalonia: katalonien cataluna catalunya catalogne 加泰隆尼亞 加泰罗尼亚 カタルーニャ 巴塞隆納 バルセロナ
chile: chiles chilenisch* chileno* chilena* chilien* cileno* 智利 チリ
china: chine chinesisch* chinesen chinois* cinese cinesi peking pekin pechino pequim 中國 中国 北京
colombia: kolumbien* colombie kolumbianisch* colombiano* 哥倫比亞 コロンビア
congo: kongo kongolesisch* congole* 剛果 コンゴ
croatia: kroatien croacia croatie croazia kroatisch* 克羅埃西亞 克羅地亞 クロアチア
cuba: kuba kubanisch* kubaner* cubano* cubain* 古巴 キューバ
cyprus: zypern chipre chypre cipro 塞浦路斯 キプロス
czech: tschechien tschechisch* chequia checo* tcheque* ceca praga prague prag 捷克 チェコ
denmark: danemark danisch* danen dinamarca danes danois* danimarca danesi dinamarques* kopenhagen copenhague copenaghen 丹麥 デンマーク
ecuador: ecuatorian* ecuadorianisch* equador 厄瓜多 エクアドル
egypt: agypten* agyptisch* egipto egipci* egypte egyptien* egitto 埃及 エジプト 開羅 カイロ
estonia: estland estnisch* estonie estone* 愛沙尼亞 エストニア
ethiopia: athiopien* athiopisch* etiopia etiope* ethiopie 衣索比亞 埃塞俄比亚 エチオピア
finland: finnland finnisch* finnin finlandia finlandes* finlande finlandais* 芬蘭 フィンランド
france: frankreich franzosisch* franzosen francia frances francesa franceses francais* francese francesi frankrijk 法國 フランス 巴黎 パリ
georgia: georgien georgisch* georgie georgiano* 喬治亞 格魯吉亞 ジョージア
germany: deutschland* deutsch* alemania aleman* allemagne allemand* tedesc* alemanha alemao alemaes duitsland duits* 德國 ドイツ 柏林 ベルリン
ghana: ghanaisch* ghaneen* ghanes* 迦納 ガーナ
greece: griechenland* griechisch* grecia griego* griega* grece grec grecs grecque* griekenland grieks* athen atenas athenes 希臘 ギリシャ 雅典
haiti: haitianisch* haitian* haitien* ハイチ
hungary: ungarn ungarisch* hungria hungaro* hongrie hongrois* ungheria ungherese* hongarije 匈牙利 ハンガリー
iceland: island@de islands@de islandisch* islandia islandes* islande islandais* islanda islandese* ijsland* reikiavik 冰島 アイスランド 雷克雅維克
india: indien indiens indisch* indiano* 印度 インド 新德里
indonesia: indonesien* indonesisch* indonesie indonesio* yakarta 印尼 印度尼西亞 インドネシア 雅加達
iran: iranisch* irani iranien* iraniano* teheran 伊朗 イラン 德黑蘭
iraq: irak irakisch* iraki irakien* iracheno* bagdad 伊拉克 イラク 巴格達
ireland: irland irisch* irlanda irlandes* irlande irlandais* ierland 愛爾蘭 アイルランド
israel: israels israelisch* israelis israelien* israelian* 以色列 イスラエル
italy: italien italienisch* italia italian* italie 義大利 意大利 イタリア 羅馬 ローマ
japan: japanisch* japaner* japon japones* japonais* giappon* japao tokio toquio 日本 東京 大阪 京都 名古屋@ja 横浜@ja 神戸@ja 青森@ja 岩手@ja 宮城@ja 秋田@ja 山形@ja 茨城@ja 栃木@ja 群馬@ja 神奈川@ja 富山@ja 福井@ja 山梨@ja 岐阜@ja 愛知@ja 滋賀@ja 兵庫@ja 奈良@ja 和歌山@ja 鳥取@ja 島根@ja 岡山@ja 徳島@ja 香川@ja 愛媛@ja 佐賀@ja 長崎@ja 熊本@ja 宮崎@ja 鹿児島@ja 別府@ja 札幌@ja 福岡@ja 仙台@ja 広島@ja 沖縄@ja 北海道@ja 九州@ja 能登@ja 石川@ja 福島@ja 千葉@ja 埼玉@ja 長野@ja 新潟@ja 静岡@ja
jordan: jordanien jordania jordanie giordania 約旦 ヨルダン
kenya: kenia kenianisch* keniano* keniata* 肯亞 肯尼亚 ケニア
korea: sudkorea* nordkorea* koreanisch* corea coreano* coree coreen* coreia 南韓 韓國 北韓 朝鮮 韓国 北朝鮮 首爾 ソウル
latvia: lettland letonia lettonie lettonia 拉脫維亞 ラトビア
lebanon: libanon libano liban libanes* libanais* libanesisch* beirut 黎巴嫩 レバノン 貝魯特 ベイルート
libya: libyen libia libye libysch* libio* 利比亞 リビア
lithuania: litauen lituania lituanie 立陶宛 リトアニア
london: londres londra londen 倫敦 ロンドン
malaysia: malasia malaisie malaysisch* malasio* 馬來西亞 マレーシア
mexico: mexiko mexikanisch* mexikaner* mexicano* mexicana* mexique mexicain* messico messicano* 墨西哥 メキシコ
mongolia: mongolei mongolie mongolisch* 蒙古 モンゴル
morocco: marokko marokkanisch* marruecos marroqui* maroc marocain* marocco 摩洛哥 モロッコ
myanmar: birmania birmanie 緬甸 ミャンマー
nepal: nepalesisch* nepalais* nepali* 尼泊爾 ネパール
netherlands: niederlande* niederlandisch* hollandisch* holandes* neerlandais* olanda olandese* nederland* amsterdam 荷蘭 オランダ
nigeria: nigerianisch* nigeriano* 奈及利亞 尼日利亚 ナイジェリア
norway: norwegen norwegisch* noruega noruego* norvege norvegien* norvegia norvegese* noorwegen 挪威 ノルウェー
pakistan: pakistanisch* pakistanais* pakistano* 巴基斯坦 パキスタン
palestine: palastina palastinens* palestina palestino* palestinien* palestinese* gazastreifen 巴勒斯坦 加薩 加沙 パレスチナ ガザ
panama: panamaisch* panamen* 巴拿馬 パナマ
peru: perou peruanisch* peruano* peruana* peruvien* 秘魯 ペルー 利馬
philippines: philippinen philippinisch* filipinas filipino* filipina* filippin* filipijn* 菲律賓 菲國 フィリピン 馬尼拉 マニラ
poland: polen polnisch* polonia polaco* pologne polonais* polacc* varsovia varsovie warschau 波蘭 ポーランド 華沙 ワルシャワ
portugal: portugiesisch* portugiesen portugues* portugais* portoghes* lissabon lisboa lisbonne lisbona 葡萄牙 ポルトガル 里斯本 リスボン
romania: rumanien rumanisch* rumania rumano* roumanie roumain* rumeno* bukarest bucarest 羅馬尼亞 ルーマニア
russia: russland russisch* russen rusia ruso* rusa rusas russie russe russes russo* russi moskau moscu moscou mosca moskou 俄羅斯 俄國 ロシア 莫斯科 モスクワ
saudi: saudis* saudita* saoudit* saoudien* riad 沙烏地 沙特 サウジ
scotland: schottland schottisch* escocia escoces* ecosse ecossais* scozia scozzes* schotland 蘇格蘭 スコットランド
serbia: serbien serbisch* serbie serbio* belgrad belgrado 塞爾維亞 セルビア
singapore: singapur* singapour 新加坡 シンガポール
slovakia: slowakei slowakisch* eslovaquia slovaquie slovacchia 斯洛伐克 スロバキア
slovenia: slowenien slowenisch* eslovenia slovenie 斯洛維尼亞 スロベニア
somalia: somalisch* somalie 索馬利亞 ソマリア
spain: spanien* spanisch* spanier* espana espanol* espagne espagnol* spagna spagnol* espanha espanho* spanje spaans* 西班牙 スペイン 馬德里 マドリード
sudan: sudans sudanesisch* soudan soudanais* sudanes* 蘇丹 スーダン
sweden: schweden schwedisch* suecia sueco* sueca suede suedois* svezia svedese* zweden zweeds* estocolmo 瑞典 スウェーデン 斯德哥爾摩
switzerland: schweiz* suiza suizo* suisse suisses svizzer* zwitserland zwitsers* 瑞士 スイス
syria: syrien syrisch* syrer* siria sirio* syrie syrien* siriano* damaskus damasco 敘利亞 シリア 大馬士革 ダマスカス
taiwan: taiwans taiwanisch* taiwanes* taiwanais* taipeh taipei 台灣 臺灣 台湾 全台 台北 臺北 新北 桃園 高雄 基隆 新竹 苗栗 彰化 南投 雲林 嘉義 屏東 宜蘭 花蓮 澎湖
thailand: thailandisch* tailandia tailandes* thailande thailandais* thailandia 泰國 タイ 曼谷 バンコク
tunisia: tunesien tunesisch* tunez tunecin* tunisie tunisien* 突尼西亞 チュニジア
turkey: turkei turkisch* turken turquia turco* turca turcas turquie turc turcs turque* turchia turchi turkije turks* 土耳其 トルコ 安卡拉
uganda: ugandisch* ugandes* ouganda 烏干達 ウガンダ
ukraine: ukrainisch* ucrania ucranian* ukrainien* ucraina ucraino* oekraine kiew kiev 烏克蘭 ウクライナ 基輔 キーウ
usa: amerikanisch* amerikaner* eeuu estadounidense* americain* americano* americana* statunitens* 美國 アメリカ 米国 美国
uruguay: uruguayisch* uruguayo* 烏拉圭 ウルグアイ
venezuela: venezolanisch* venezolan* venezuelien* 委內瑞拉 ベネズエラ
vietnam: vietnamesisch* vietnamita* vietnamien* 越南 ベトナム 河內 ハノイ
yemen: jemen* yemeni* yemenit* 葉門 也门 イエメン
zealand: neuseeland* neuseelandisch* zelandia 紐西蘭 新西兰 ニュージーランド
`

const WHOLE = new Map<string, string>()
const BEGINNINGS = new Map<string, string>()
const UNSPACED = new Map<string, string>()

for (const line of PLACES.trim().split('\n')) {
  const [place, list] = line.split(': ')
  for (const word of list!.split(' ')) {
    if (EAST_ASIAN.test(word)) UNSPACED.set(simplifiedHan(word), place!)
    else if (word.endsWith('*')) BEGINNINGS.set(word.slice(0, -1), place!)
    else WHOLE.set(word, place!)
  }
}

const HAN = new RegExp(
  [...UNSPACED.keys()]
    .map((word) => word.replace(/@.*/, ''))
    .filter((word) => katakanaIn(word).length === 0)
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'gu',
)

/** German puts a part of a country in front of it: Zentralspanien, Oberbayern. */
const PART = /^(?:nord|sud|ost|west|zentral|mittel|ober|nieder|unter)/
const SHORTEST_BEGINNING = 4

/** The places a text in a language of two letters names, by their usual English names; a country, its people and its capital are one place. */
export function worldPlacesIn(text: string, language: string, all = words(text)): ReadonlySet<string> {
  if (EAST_ASIAN.test(text)) return new Set(unspacedPlaces(simplifiedHan(text), language))
  // "Montaña" is no state: an English name without a capital is another word.
  const names = language === 'en' ? null : new Set(words((text.match(/\p{Lu}[\p{L}\p{M}'’-]+/gu) ?? []).join(' ')))
  const places = new Set<string>()
  for (const word of all) {
    const place = names === null || names.has(word) ? placeOf(word, language) : foreignPlace(word, language)
    if (place !== null) places.add(place)
  }
  return places
}

/** The place that a folded word with a capital names; null for any other word. */
export function placeOf(word: string, language: string): string | null {
  return placeNamed(word) ?? foreignPlace(word, language)
}

function unspacedPlaces(simple: string, language: string): string[] {
  const found = [...Array.from(simple.matchAll(HAN), ([word]) => word), ...katakanaIn(simple)]
  return found.flatMap((word) => UNSPACED.get(word) ?? UNSPACED.get(`${word}@${language}`) ?? [])
}

function foreignPlace(word: string, language: string): string | null {
  const known = WHOLE.get(word) ?? WHOLE.get(`${word}@${language}`) ?? beginningOf(word)
  if (known !== null || language !== 'de') return known
  const rest = word.replace(PART, '')
  return rest === word || rest.length < SHORTEST_BEGINNING ? null : (WHOLE.get(rest) ?? beginningOf(rest))
}

function beginningOf(word: string): string | null {
  for (let end = word.length; end >= SHORTEST_BEGINNING; end--) {
    const place = BEGINNINGS.get(word.slice(0, end))
    if (place !== undefined) return place
  }
  return null
}
