import { EAST_ASIAN } from '../east-asian.ts'
import { simplifiedHan } from '../simplified-han.ts'

/**
 * Countries and cities frequent in the news, in Chinese (both scripts) and Japanese. Compiled by hand for Copytaster.
 */
const PLACES: ReadonlySet<string> = new Set(
  `台灣 臺灣 台湾 中國 中国 日本 美國 美国 米国 アメリカ 英國 英国 イギリス 法國 法国 フランス 德國 德国 ドイツ 義大利 意大利 イタリア
西班牙 スペイン 葡萄牙 荷蘭 荷兰 オランダ 比利時 比利时 ベルギー 瑞士 スイス 瑞典 スウェーデン 挪威 ノルウェー 芬蘭 芬兰 丹麥 丹麦 波蘭 波兰
ポーランド 奧地利 奥地利 捷克 匈牙利 希臘 希腊 ギリシャ 土耳其 トルコ 俄羅斯 俄罗斯 俄國 ロシア 烏克蘭 乌克兰 ウクライナ 以色列 イスラエル
巴勒斯坦 加薩 加沙 ガザ 伊朗 イラン 伊拉克 敘利亞 叙利亚 黎巴嫩 約旦 约旦 埃及 エジプト 沙烏地阿拉伯 沙特 サウジアラビア 印度 インド 巴基斯坦
孟加拉 斯里蘭卡 尼泊爾 尼泊尔 阿富汗 緬甸 缅甸 ミャンマー 泰國 泰国 タイ 越南 ベトナム 柬埔寨 寮國 老挝 馬來西亞 马来西亚 マレーシア 新加坡
シンガポール 印尼 印度尼西亞 インドネシア 菲律賓 菲律宾 フィリピン 南韓 韓國 韩国 韓国 北韓 朝鮮 朝鲜 北朝鮮 蒙古 澳洲 澳大利亞 澳大利亚
オーストラリア 紐西蘭 新西兰 加拿大 カナダ 墨西哥 メキシコ 巴西 ブラジル 阿根廷 智利 秘魯 哥倫比亞 委內瑞拉 委内瑞拉 古巴 南非 奈及利亞 肯亞
衣索比亞 歐盟 欧盟 聯合國 联合国 国連 香港 澳門 澳门 台北 臺北 新北 桃園 台中 臺中 台南 臺南 高雄 基隆 新竹 苗栗 彰化 南投 雲林 嘉義 屏東 宜蘭
花蓮 台東 臺東 澎湖 金門 馬祖 北京 上海 廣州 广州 深圳 天津 重慶 重庆 成都 武漢 武汉 南京 杭州 西安 新疆 西藏 東京 大阪 京都 名古屋 横浜 神戸
青森 岩手 宮城 秋田 山形 茨城 栃木 群馬 神奈川 富山 福井 山梨 岐阜 愛知 三重 滋賀 兵庫 奈良 和歌山 鳥取 島根 岡山 山口 徳島 香川 愛媛 高知 佐賀
長崎 熊本 大分 宮崎 鹿児島 別府 札幌 福岡 仙台 広島 沖縄 北海道 九州 四国 能登 石川 福島 千葉 埼玉 長野 新潟 静岡 首爾 首尔 ソウル 平壤 曼谷 河內 倫敦 伦敦 ロンドン 巴黎 パリ
柏林 ベルリン 羅馬 莫斯科 モスクワ 基輔 キーウ 紐約 纽约 ニューヨーク 華盛頓 华盛顿 ワシントン 洛杉磯 洛杉矶 舊金山 旧金山 芝加哥 東南亞 歐洲
欧洲 非洲 中東 中东 太平洋`
    .trim()
    .split(/\s+/),
)

/** True for a place of the list. */
export function isHanPlace(phrase: string): boolean {
  return PLACES.has(phrase)
}

const PATTERN = new RegExp([...PLACES].sort((a, b) => b.length - a.length).join('|'), 'gu')

/** The places of the list in a text, in simplified characters. */
export function hanPlacesIn(text: string): string[] {
  if (!EAST_ASIAN.test(text)) return []
  return Array.from(text.matchAll(PATTERN), ([place]) => simplifiedHan(place))
}
