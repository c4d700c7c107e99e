import type { FinalCategoryRules } from './final-category.ts'

/* The nine categories that Chinese-language news sites commonly show, with the section names and words that lead to
   them. Compiled for Copytaster from the section lists of Taiwanese, Hong Kong and mainland papers; both scripts. */

const sections: Readonly<Record<string, string>> = {
  頭條新聞:
    '頭條新聞 頭條 头条 要聞 要闻 焦點 焦点 即時 即时 快訊 快讯 政治 政治新聞 時政 时政 國內 国内 兩岸 两岸 大陸 中國 中国 選舉',
  產經: '產經 产经 財經 财经 經濟 经济 產業 产业 科技 半導體 半导体 商業 商业 企業 企业 金融 ai 創投 創業 创业 產業新聞 能源 汽車 汽车',
  股市: '股市 證券 证券 股票 台股 美股 港股 理財 理财 投資 投资 基金 期貨',
  全球國際新聞: '全球國際新聞 國際 国际 國際新聞 国际新闻 全球 世界 環球 环球 外電 美國 日本 亞太',
  社會: '社會 社会 社會新聞 地方 法治 司法 警政 犯罪 社會地方',
  生活: '生活 生活新聞 健康 醫療 医疗 教育 文化 旅遊 旅游 美食 氣象 天氣 環境 环境 消費 親子 文教 科學 科学 交通',
  娛樂: '娛樂 娱乐 影劇 影视 影視 電影 电影 音樂 音乐 明星 追星 藝文 流行',
  運動: '運動 运动 體育 体育 棒球 籃球 篮球 足球 網球 奧運',
  房市: '房市 房產 房产 房地產 房地产 地產 地产 不動產 居家 建築',
}

const bySourceCategory: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(sections).flatMap(([category, names]) => names.split(' ').map((name) => [name, category])),
)

const keywords: readonly (readonly [string, string])[] = [
  [
    '股市',
    '股市 台股 美股 港股 陸股 股價 股价 大盤 加權指數 道瓊 那斯達克 標普 費半 外資 法人 漲停 跌停 收盤 開盤 盤中 殖利率 etf eps ipo 除息 股東會 期貨',
  ],
  ['房市', '房市 房價 房价 房貸 房贷 建商 預售屋 豪宅 打房 租屋 囤房稅 不動產 房地產 實價登錄 都更 坪數 每坪'],
  [
    '運動',
    '中職 大聯盟 mlb nba cba 英超 世足 奧運 奥运 亞運 冠軍 冠军 球員 球员 球隊 教練 全壘打 投手 籃球 棒球 足球 羽球 網球 桌球 馬拉松 金牌 銀牌 決賽',
  ],
  [
    '娛樂',
    '藝人 艺人 女星 男星 歌手 演員 演员 導演 导演 電影 电影 票房 影集 演唱會 金馬 金曲 金鐘 韓團 偶像 專輯 綜藝 戲劇 奧斯卡',
  ],
  [
    '社會',
    '警方 警察 檢方 检方 起訴 起诉 嫌犯 詐騙 诈骗 毒品 車禍 车祸 命案 火警 火災 酒駕 逮捕 羈押 法院 判刑 砍人 竊盜 死亡車禍 失蹤 搜救',
  ],
  [
    '全球國際新聞',
    '聯合國 联合国 歐盟 欧盟 北約 白宮 白宫 川普 拜登 普丁 烏克蘭 乌克兰 俄羅斯 俄罗斯 以色列 加薩 伊朗 北韓 南韓 日本 美國 美国 英國 法國 德國 印度 東南亞 首相 外長 制裁 停火',
  ],
  [
    '產經',
    '台積電 半導體 半导体 晶片 芯片 晶圓 ai 營收 营收 獲利 利潤 出口 央行 升息 降息 通膨 通胀 gdp 關稅 关税 供應鏈 企業 產能 投資 併購 電動車 鴻海 聯發科 匯率 新台幣',
  ],
  [
    '生活',
    '天氣 天气 氣象 颱風 台风 豪雨 寒流 低溫 高溫 疫苗 流感 健保 醫師 医师 食安 學校 考試 捷運 高鐵 台鐵 連假 旅遊 美食 優惠 發票 地震 停水 停電',
  ],
  [
    '頭條新聞',
    '總統 总统 行政院 立法院 立委 內閣 部長 國會 選舉 选举 民進黨 國民黨 民眾黨 罷免 公投 憲法 兩岸 國防 外交部',
  ],
]

/** What mainland papers call the nine; elsewhere they are written in traditional characters. */
const simplified: Readonly<Record<string, string>> = {
  頭條新聞: '头条新闻',
  產經: '财经',
  股市: '股市',
  全球國際新聞: '国际新闻',
  社會: '社会',
  生活: '生活',
  娛樂: '娱乐',
  運動: '体育',
  房市: '楼市',
}

/** The shipped rules for Chinese. */
export const FINAL_CATEGORY_RULES: FinalCategoryRules = {
  languages: ['zh'],
  bySourceCategory,
  keywords: keywords.map(([category, list]) => ({ category, words: list.split(' ') })),
  simplified,
}
