import { EAST_ASIAN, katakanaIn } from '../text/east-asian.ts'
import { simplifiedHan } from '../text/simplified-han.ts'
import { words } from '../text/words.ts'

/**
 * What happens in the news, in nine languages: one occurrence to a line, then for each language its words. A star stands for any
 * ending; words of Chinese and Japanese are looked for anywhere in a text. Compiled by hand for Copytaster from general
 * knowledge. Only occurrences and what takes part in them: subjects of which there is always news (government, company, software)
 * would say nothing.
 */
const OCCURRENCES = `
fire | en fire fires wildfire* bushfire* blaze blazes flames inferno firefighter* | de brand brande waldbrand* grossbrand* feuer feuerwehr* flammen | es incendio* fuego fuegos llamas bomberos | fr incendie* feu feux flammes pompier* | it incendi* rogo fiamme pompieri | pt incendio* fogo fogos chamas bombeiros | nl brand branden bosbrand* vuur brandweer* | zh 火災 大火 山火 野火 失火 起火 消防 | ja 火災 火事 炎上 消防
flood | en flood* deluge | de hochwasser* uberschwemm* flut fluten uberflut* | es inundaci* riada* | fr inondation* crue crues | it alluvion* inondazion* | pt inundac* enchente* cheias | nl overstroming* | zh 洪水 水災 淹水 洪災 暴洪 | ja 洪水 水害 浸水 冠水
storm | en storm storms hurricane* typhoon* cyclone* tornado* | de sturm sturme unwetter* orkan* hurrikan* taifun* | es tormenta* huracan* tifon* borrasca* | fr tempete* ouragan* typhon* cyclone* orage* | it tempesta uragan* tifon* maltempo | pt tempestade* furacao tufao | nl storm stormen orkaan* tyfoon* | zh 颱風 暴風 颶風 風暴 龍捲風 | ja 台風 暴風 竜巻 ハリケーン
quake | en quake* earthquake* tremor* aftershock* seismic | de erdbeben* beben nachbeben* erdstoss* | es terremoto* sismo* seismo* temblor* | fr seisme* tremblement* | it terremot* sisma scossa scosse | pt terremoto* sismo* tremor* | nl aardbeving* | zh 地震 餘震 有感 | ja 地震 余震 震度
tsunami | en tsunami* | de tsunami* | es tsunami* maremoto* | fr tsunami* | it tsunami maremoto | pt tsunami* | nl tsunami* | zh 海嘯 | ja 津波
volcano | en volcan* eruption* erupt* lava | de vulkan* ausbruch* lava | es volcan* erupcion* lava | fr volcan* eruption* lave | it vulcan* eruzion* lava | pt vulcao vulcoes erupc* lava | nl vulkaan* uitbarsting* | zh 火山 噴發 | ja 火山 噴火
landslide | en landslide* mudslide* rockfall* | de erdrutsch* felssturz* bergsturz* hangrutsch* | es deslizamiento* derrumbe* | fr glissement* eboulement* | it frana frane smottament* | pt deslizamento* | nl aardverschuiving* | zh 山崩 土石流 滑坡 落石 泥石流 | ja 土砂崩れ 土石流 落石
avalanche | en avalanche* | de lawine* | es avalancha* alud aludes | fr avalanche* | it valang* | pt avalanche* | nl lawine* | zh 雪崩 | ja 雪崩
heat | en heatwave* heat drought* | de hitze* durre* trockenheit | es calor sequia* | fr canicule secheresse* | it siccita caldo | pt calor seca | nl hitte* droogte* | zh 熱浪 高溫 乾旱 | ja 猛暑 熱波 干ばつ
rain | en rain rains rainfall showers downpour* | de regen* schauer starkregen | es lluvia* aguacero* | fr pluie* averse* | it pioggia piogge | pt chuva* | nl regen* neerslag | zh 降雨 豪雨 暴雨 大雨 陣雨 | ja 大雨 豪雨 雨が
snow | en snow* blizzard* | de schnee* | es nieve nevada* | fr neige* | it neve nevicat* | pt neve nevao | nl sneeuw* | zh 大雪 暴雪 降雪 | ja 大雪 積雪 吹雪
explosion | en explosion* explode* blast blasts | de explosion* explodier* detonation* | es explosion* explot* estallido | fr explosion* explos* | it esplosion* esplod* | pt explos* | nl explosie* ontplof* | zh 爆炸 爆裂 氣爆 | ja 爆発
collapse | en collapse* | de einsturz* eingesturzt* | es derrumb* colapso* desplom* | fr effondre* | it crollo crolla* | pt desab* colapso* | nl instort* ingestort* | zh 倒塌 坍塌 崩塌 垮塌 | ja 倒壊 崩落 崩壊
crash | en crash* collision* collide* derail* | de absturz* abgesturzt* zusammenstoss* kollision* entgleis* unfall unglucks* | es accidente* choque* colision* estrell* descarril* | fr crash accident* collision* deraill* | it incidente* schianto scontro deragli* | pt acidente* colisao descarril* queda | nl ongeluk* botsing* ontspoor* neergestort* | zh 墜毀 墜機 相撞 車禍 出軌 碰撞 | ja 墜落 衝突 事故 脱線
shipwreck | en ferry ferries capsiz* shipwreck* sank sunk sinking | de fahre fahren fahrung* kentert* gekentert* gesunken sinkt | es ferri* ferry transbordador* naufragi* zozobr* volc* hund* | fr ferry ferries naufrag* chavir* coule | it traghett* naufrag* affond* | pt ferry balsa naufrag* afund* | nl veerboot* veerpont* gekapseisd* gezonken | zh 渡輪 船難 翻覆 沉沒 沉船 渡船 翻船 | ja フェリー 転覆 沈没 船が
aground | en aground grounding stranded refloat* | de grund freigeschleppt havari* havarie gestrandet | es encall* varado | fr echou* | it incagli* arenat* | pt encalh* | nl vastgelopen gestrand* | zh 擱淺 | ja 座礁
aircraft | en plane planes airplane* aircraft jet jets airliner* helicopter* | de flugzeug* hubschrauber* jet jets maschine | es avion aviones avioneta helicoptero* | fr avion avions helicoptere* | it aereo aerei elicotter* | pt aviao avioes helicoptero* | nl vliegtuig* helikopter* | zh 飛機 客機 直升機 | ja 旅客機 航空機 ヘリ
airline | en airline* airways carrier flights flight | de fluggesellschaft* airline* airways fluge flug | es aerolinea* vuelo* | fr compagnie vols vol | it compagnia voli volo | pt companhia voos voo | nl luchtvaart* vluchten vlucht | zh 航空 航班 班機 空服 | ja 航空 欠航 客室乗務員
train | en train trains rail railway* | de zug zuge bahn bahnhof eisenbahn* | es tren trenes ferrocarril* | fr train trains | it treno treni | pt trem trens comboio* | nl trein treinen | zh 火車 列車 鐵路 高鐵 | ja 列車 鉄道 新幹線
rescue | en rescue* survivor* salvage* | de rettung* gerettet* geborgen bergung* uberlebende* | es rescat* supervivient* salvament* | fr sauvet* secour* rescap* | it soccors* salvat* superstit* | pt resgat* sobreviv* | nl redding* gered overlevende* | zh 救援 獲救 搜救 打撈 | ja 救助 捜索 生存者
evacuation | en evacuat* evacuee* displaced shelters | de evakuier* fliehen notunterk* evakuierte* | es evacua* desaloj* desplazad* albergue* | fr evacu* | it evacua* sfollat* | pt evacua* desaloj* | nl evacu* geevacueerd* | zh 疏散 撤離 撤出 收容 | ja 避難
missing | en missing unaccounted | de vermisst* | es desaparecid* | fr disparu* | it dispers* scompars* | pt desaparecid* | nl vermist* | zh 失蹤 失聯 下落不明 | ja 行方不明 不明者
dead | en dead death deaths dies died killed kills bodies | de tote toten toter todesopfer gestorben stirbt leichen getotet verstorben tot | es muerto* muerta* muere mueren murio fallec* cadaver* muert* | fr mort morts meurt deces tues cadavre* | it morti morto morta muore vittime | pt morto* morre* morreu mort* | nl doden dode overleden sterft omgekomen | zh 死亡 罹難 遇難 喪生 身亡 去世 逝世 辭世 死者 遺體 病逝 | ja 死亡 死者 死去 遺体 亡くな
injured | en injur* wounded hurt | de verletzt* | es herid* lesionad* | fr bless* | it ferit* | pt ferid* | nl gewond* | zh 受傷 輕傷 重傷 傷者 | ja 負傷 けが 重傷 軽傷
outbreak | en outbreak* infect* epidemic* pneumonia legionn* bacteri* cholera measles ebola | de infektion* infizier* ausbruch* erkrank* epidemie* lungenentzundung* legionell* bakteri* cholera masern | es brote* contag* infecc* infectad* epidemia* neumonia legionel* bacteri* colera sarampion | fr epidemi* infect* contamin* pneumonie legionel* bacteri* cholera rougeole | it focolaio epidemi* infezion* contag* polmonite legionel* batteri* | pt surto* infec* epidemi* pneumonia legionel* bacteri* | nl uitbraak besmet* epidemie* longontsteking legionel* bacteri* | zh 感染 疫情 群聚 確診 肺炎 退伍軍人 細菌 疫病 | ja 感染 肺炎 レジオネラ 発症 集団感染
vaccine | en vaccin* | de impf* | es vacuna* | fr vaccin* | it vaccin* | pt vacina* | nl vaccin* | zh 疫苗 | ja ワクチン
hospital | en hospital* clinic* | de krankenhaus* krankenhauser* klinik* kliniken | es hospital* clinica* | fr hopita* clinique* | it ospedal* clinic* | pt hospita* clinic* | nl ziekenhu* kliniek* | zh 醫院 診所 | ja 病院
cyberattack | en hacker* hacked ransomware cyberattack* cyber malware | de hacker* cyber* hackerangriff* losegeld* erpress* schadsoftware | es hacker* ciber* ransomware pirata* | fr cyber* piratage hacker* rancon* | it hacker* cyber* ransomware | pt hacker* ciber* ransomware | nl hack* cyber* gijzelsoftware ransomware | zh 駭客 黑客 勒索 網攻 | ja サイバー ハッカー ランサムウェア 身代金
outage | en blackout* outage* | de stromausfall* blackout* | es apagon* | fr panne* coupure* | it blackout | pt apagao | nl stroomstoring* stroomuitval | zh 停電 | ja 停電
strike | en strike strikes walkout* walk striking | de streik* warnstreik* ausstand | es huelga* paro paros | fr greve* greviste* | it sciopero scioperi | pt greve* | nl staking* stak* | zh 罷工 | ja スト ストライキ
union | en union unions | de gewerkschaft* | es sindicato* sindical* | fr syndicat* syndical* | it sindacat* | pt sindicato* sindical* | nl vakbond* | zh 工會 勞資 | ja 労組 労働組合 組合員
protest | en protest* demonstrat* rally rallies | de protest* demonstration* demonstrier* kundgebung* | es protesta* manifesta* marcha | fr manifestation* manifestant* | it protest* manifestazion* | pt protest* manifesta* | nl protest* betoging* demonstr* | zh 抗議 示威 遊行 | ja 抗議 デモ
riot | en riot* unrest clashes looting | de krawall* unruhen ausschreitung* | es disturbio* saqueo* | fr emeute* | it scontri disordini | pt tumulto* saque* | nl rellen onlusten | zh 暴動 騷亂 衝突 | ja 暴動 騒乱
coup | en coup mutiny | de putsch* meuterei | es golpe golpista* motin | fr putsch mutinerie* | it golpe ammutinament* | pt golpe golpista* motim | nl staatsgreep muiterij | zh 政變 兵變 | ja クーデター
election | en election* vote votes voters ballot* poll polls elected | de wahl wahlen neuwahl* parlamentswahl* wahler* stimmen hochrechnung* prognose wahlnacht | es eleccion* comicios voto votos votaci* urnas electoral* escrutinio | fr election* vote scrutin electeur* urnes | it elezion* voto voti urne | pt eleic* voto votos urnas | nl verkiezing* stemmen kiezers | zh 選舉 大選 投票 開票 選民 出口民調 得票 | ja 選挙 総選挙 投票 開票 得票 出口調査
seats | en seat seats | de sitz sitze sitzen mandate mandaten | es escano* | fr sieges | it seggi | pt assentos | nl zetels | zh 議席 席次 席位 | ja 議席
coalition | en coalition* kingmaker | de koalition* | es coalicion* | fr coalition* | it coalizion* | pt coliga* coalizao | nl coalitie* | zh 聯盟 執政聯盟 聯合政府 | ja 連立 野党連合
referendum | en referendum* | de referendum volksabstimmung* volksentscheid* | es referend* | fr referendum* | it referendum | pt referendo* | nl referendum* | zh 公投 | ja 国民投票 住民投票
resignation | en resign* quits ousted stepping | de rucktritt* zuruckgetreten tritt | es dimision* dimite dimiti* renuncia* | fr demission* | it dimission* dimette | pt demissao renuncia* | nl aftreden ontslag afgetreden | zh 辭職 下台 請辭 辭任 | ja 辞任 辞職
trial | en court courts trial trials judge judges prosecutor* lawsuit* tribunal | de gericht* landgericht* prozess* richter* staatsanwalt* anklage* klage klagen bundesgericht* | es tribunal* juicio* juez jueza fiscal* audiencia demanda* | fr tribunal* proces juge juges procureur* parquet cour | it tribunale processo giudic* procura pm | pt tribuna* julgamento* juiz juiza procurador* | nl rechtbank* rechter* proces rechtszaak* officier | zh 法院 法庭 審判 檢察官 起訴 開庭 | ja 裁判 地裁 高裁 最高裁 検察 起訴
sentence | en sentence* jailed convict* verdict* guilty prison jail | de verurteil* urteil* haft haftstrafe* gefangnis* schuldspruch* | es conden* sentencia* prision carcel culpable* | fr condamn* prison verdict* coupable* | it condann* carcere sentenza colpevole | pt conden* prisao sentenca culpad* | nl veroordeel* celstraf* gevangenis* vonnis schuldig | zh 判刑 判處 徒刑 有罪 入獄 定罪 | ja 判決 有罪 実刑 懲役
acquittal | en acquit* | de freispruch* freigesprochen* | es absuel* absol* | fr acquitt* relaxe* | it assolt* assol* | pt absolv* absolvi* | nl vrijspraak vrijgesproken | zh 無罪 | ja 無罪
appeal | en appeal appeals appealed | de revision berufung | es recurso* recurr* apela* | fr appel cassation | it ricorso appello | pt recurso* recorre* | nl beroep cassatie | zh 上訴 抗告 | ja 控訴 上告
fraud | en fraud* embezzl* sham | de betrug* untreue veruntreu* | es fraude* estafa* malversaci* | fr fraude* escroquer* detournement* | it frode frodi truffa truffe | pt fraude* desvio* burla | nl fraude* verduister* oplicht* | zh 詐欺 欺詐 詐騙 貪污 侵占 挪用 | ja 詐欺 横領 背任
corruption | en corrupt* bribe* graft | de korrupt* bestech* | es corrup* soborno* cohecho | fr corrup* | it corruz* tangent* | pt corrup* suborn* propina* | nl corrupt* omkoping* | zh 腐敗 受賄 行賄 賄賂 收賄 | ja 汚職 贈賄 収賄 贈収賄
arrest | en arrest* detained detain* custody | de festgenommen* festnahme* verhaft* | es deten* arrest* | fr arret* interpell* | it arrest* fermat* | pt detid* prende* preso* detenc* | nl aangehouden arrest* opgepakt | zh 逮捕 被捕 羈押 拘留 落網 | ja 逮捕 拘束
murder | en murder* homicide* stabb* | de mord morde ermord* totschlag messerangriff* | es asesin* homicid* apunal* | fr meurtr* assassin* homicid* poignard* | it omicid* assassin* accoltell* | pt assassin* homicid* esfaque* | nl moord* doodslag steekpartij* | zh 謀殺 殺人 凶殺 砍殺 命案 | ja 殺人 殺害 刺殺
shooting | en shooting* gunman gunmen gunfire shooter* | de schusse schuss erschossen* schiesserei* schutze amoklauf | es tiroteo* disparos pistolero* | fr fusillade* tirs tireur* | it sparatori* spari | pt tiroteio* disparos atirador* | nl schietpartij* schoten schutter* | zh 槍擊 槍手 開槍 槍殺 | ja 銃撃 発砲 銃乱射
attack | en attack* bomb bombs bombing* terror* | de angriff* anschlag* bombe bomben attentat* terror* | es ataque* atentado* bomba* terror* | fr attaque* attentat* bombe* terror* | it attacco attacchi attentat* bomba terror* | pt ataque* atentado* bomba* terror* | nl aanval* aanslag* bom bommen terror* | zh 攻擊 襲擊 炸彈 恐攻 恐襲 | ja 攻撃 襲撃 爆弾 テロ
hostage | en hostage* kidnap* abduct* | de geisel* entfuhr* | es rehen* secuestr* | fr otage* enlev* kidnapp* | it ostagg* rapit* sequestr* | pt refem refens sequestr* | nl gijzel* ontvoer* | zh 人質 綁架 劫持 | ja 人質 誘拐 拉致
missile | en missile* drone drones airstrike* shelling | de rakete* drohne* luftangriff* beschuss | es misil* dron drones bombardeo* | fr missile* drone drones frappe* bombardement* | it missil* drone droni bombard* | pt missi* drone drones bombarde* | nl raket* drone drones luchtaanval* | zh 導彈 飛彈 無人機 空襲 砲擊 | ja ミサイル ドローン 無人機 空爆
ceasefire | en ceasefire* truce armistice | de waffenruhe* waffenstillstand* feuerpause* | es tregua* armisticio | fr cessez treve* armistice | it tregua armistizio | pt tregua* cessar | nl bestand staakt wapenstilstand* | zh 停火 停戰 | ja 停戦 休戦
troops | en troops army soldiers military | de soldaten armee* truppen militar* bundeswehr* | es soldado* ejercito* tropas militares | fr armee* soldat* troupes militaires | it esercito soldat* truppe militari | pt exercito soldado* tropas militares | nl leger soldaten troepen militairen | zh 軍隊 士兵 部隊 國軍 | ja 軍が 部隊 兵士 自衛隊
sanctions | en sanction* | de sanktion* | es sancion* | fr sanction* | it sanzion* | pt sanc* | nl sancties | zh 制裁 | ja 制裁
tariff | en tariff* | de zoll zolle strafzoll* | es arancel* | fr tarif* douan* | it dazi dazio | pt tarifa* | nl heffing* importheffing* | zh 關稅 | ja 関税
deal | en deal accord memorandum agreement pact treaty | de abkommen einigung vereinbarung* vertrag | es acuerdo* pacto* convenio memorando tratado* | fr accord accords pacte traite | it accordo accordi patto trattato | pt acordo* pacto tratado* memorando | nl akkoord* overeenkomst* verdrag* | zh 協議 協定 備忘錄 條約 | ja 合意 協定 覚書 条約
summit | en summit* | de gipfel* | es cumbre* | fr sommet* | it vertice summit | pt cimeira* cupula | nl topoverleg top | zh 峰會 高峰會 | ja 首脳会議 サミット 首脳会談
takeover | en takeover* bid bids acquire* acquisition* offer offers buyout* merger* merge swoop | de ubernahme* ubernehmen gebot angebot bietet fusion* kauft | es opa oferta* adquisici* adquier* compra fusion* | fr rachat* opa offre* acquisition* fusion* | it opa acquisizion* offerta fusion* | pt opa aquisic* oferta fus* | nl overname* bod fusie* | zh 收購 併購 報價 競購 合併 要約 | ja 買収 合併 統合
interest rate | en rate rates basis | de leitzins* zins zinsen zinssenkung* zinsentscheid* | es tasa tasas tipo tipos | fr taux | it tassi tasso | pt juros taxa taxas | nl rente rentes | zh 利率 降息 升息 加息 | ja 金利 利下げ 利上げ
central bank | en fed ecb | de notenbank* zentralbank* | es banxico bce | fr bce | it bce | pt bce | nl ecb | zh 央行 中央銀行 聯準會 美联储 | ja 中央銀行 日銀
inflation | en inflation* | de inflation* teuerung* | es inflacion* | fr inflation* | it inflazion* | pt inflac* | nl inflatie* | zh 通膨 通脹 通胀 | ja インフレ 物価
bankruptcy | en bankrupt* insolven* | de insolven* pleite* konkurs* | es quiebra* bancarrota concurso | fr faillite* | it fallimento bancarotta | pt falencia* insolven* | nl faillissement* failliet | zh 破產 倒閉 | ja 破産 倒産
layoffs | en layoff* redundanc* | de stellenabbau entlassung* kundigung* | es despido* | fr licenciement* | it licenziament* | pt despediment* demiss* | nl ontslagen massaontslag | zh 裁員 解雇 | ja 解雇 リストラ 人員削減
recall | en recall* | de ruckruf* | es retirada | fr rappel rappelle* | it richiam* | pt recolha | nl terugroep* | zh 召回 | ja リコール 回収
chip | en chip chips semiconductor* | de chip chips halbleiter* | es chip chips semiconductor* | fr puce puces | it chip semiconduttor* | pt chip chips semicondutor* | nl chip chips halfgeleider* | zh 晶片 芯片 半導體 | ja 半導体 チップ
rocket launch | en rocket* spacecraft satellite* launch | de rakete* satellit* raumschiff raumsonde | es cohete* satelite* nave | fr fusee* satellite* | it razzo razzi satellit* | pt foguete* satelite* | nl raket* satelliet* | zh 火箭 衛星 太空船 飛船 | ja ロケット 衛星 宇宙船
moon | en moon lunar | de mond monde mondlande* mondlandung* | es luna lunar | fr lune lunaire | it luna lunare | pt lua lunar | nl maan maanland* | zh 登月 月球 月面 | ja 月着陸 月面 月探査
landing | en lander* landing* touchdown landed | de landung* gelandet landesonde* landefahr* mondlande* | es aterriz* alunizaj* aluniz* | fr atterriss* alunissage | it atterragg* allunaggi* | pt pous* aterr* alunagem | nl landing* geland maanlander | zh 著陸 登月 降落 | ja 着陸
signal lost | en signal silent contact telemetry | de funkstille signal funkkontakt kontakt | es senal contacto | fr signal contact | it segnale contatto | pt sinal contacto contato | nl signaal contact | zh 斷訊 訊號 失聯 通訊 聯繫 | ja 信号 通信 交信 電波
film prize | en film festival prize award* oscar* jury | de film filmfest* festival* preis hauptpreis filmpreis* jury | es pelicula* festival* premio* jurado | fr film festival* prix jury palme | it film festival premio giuria | pt filme* festival* premio* juri | nl film filmfestival* prijs jury | zh 電影節 影展 獲獎 金獎 影片 最高獎 | ja 映画祭 受賞 最高賞 映画
singer | en singer* musician* composer* | de sanger* musiker* komponist* | es cantante* cantor* musico* | fr chanteu* musicien* | it cantante* musicist* | pt cantor* musico* | nl zanger* muzikant* | zh 歌手 歌后 歌王 女王 | ja 歌手 音楽家
actor | en actor* actress* | de schauspieler* | es actor actriz | fr acteur* actrice* comedien* | it attore attrice | pt ator atriz | nl acteur* actrice* | zh 演員 影星 影后 影帝 | ja 俳優 女優
match | en match semifinal* final finals goal* penalt* equaliser* | de spiel halbfinale* finale endspiel* tor tore verlangerung* elfmeter* | es partido final finales semifinal* gol goles prorroga* penalti* | fr match finale but buts prolongation* | it partita finale semifinal* gol rigor* supplementar* | pt jogo final semifinal* golo* gol gols prolongamento penalt* | nl wedstrijd* finale halve doelpunt* verlenging* | zh 決賽 半決賽 準決賽 進球 延長賽 加時 點球 | ja 決勝 準決勝 試合 延長 ゴール
cup | en cup trophy | de pokal* cup | es copa | fr coupe | it coppa | pt taca copa | nl beker cup | zh 杯賽 奪冠 冠軍 | ja カップ 優勝
olympics | en olympic* | de olympi* | es olimpic* | fr olympi* | it olimpi* | pt olimpic* | nl olympi* | zh 奧運 | ja 五輪 オリンピック
airport | en airport* | de flughafen* | es aeropuerto* | fr aeroport* | it aeroport* | pt aeroport* | nl luchthaven* vliegveld* | zh 機場 | ja 空港
migrants | en migrant* refugee* | de migrant* fluchtling* gefluchtet* | es migrante* refugiad* | fr migrant* refugie* | it migrant* profugh* rifugiat* | pt migrante* refugiad* | nl migrant* vluchteling* | zh 移民 難民 | ja 移民 難民
nuclear | en nuclear reactor* | de atom* nuklear* reaktor* kernkraft* akw | es nuclear* reactor* | fr nucleaire* reacteur* | it nuclear* reattor* | pt nuclear* reator* | nl nucleair* kern* reactor* | zh 核電 核能 核武 | ja 原発 原子力
royal | en king queen throne abdicat* royal | de konig konigin thron* abdank* | es rey reina trono abdica* | fr roi reine trone abdication | it regina trono | pt rei rainha trono | nl koning* troon* | zh 國王 女王 王室 皇室 | ja 国王 女王 皇室 王室
pope | en pope papal conclave | de papst* konklave | es papa conclave | fr pape conclave | it papa conclave | pt papa conclave | nl paus* conclaaf | zh 教宗 教皇 | ja 教皇 法王
`

/** The words of one language. */
interface Lexicon {
  readonly whole: Map<string, string[]>
  readonly beginnings: Map<string, string[]>
  /** Of scripts without spaces, in simplified characters. */
  readonly within: [word: string, occurrence: string][]
}

let lexicons: ReadonlyMap<string, Lexicon> | null = null

function readLexicons(): Map<string, Lexicon> {
  const found = new Map<string, Lexicon>()
  for (const line of OCCURRENCES.trim().split('\n')) {
    const [occurrence, ...columns] = line.split(' | ')
    for (const column of columns) {
      const [language, ...own] = column.split(' ')
      const lexicon = found.get(language!) ?? { whole: new Map(), beginnings: new Map(), within: [] }
      found.set(language!, lexicon)
      for (const word of own) addWord(lexicon, word, occurrence!)
    }
  }
  return found
}

function addWord({ whole, beginnings, within }: Lexicon, word: string, occurrence: string): void {
  if (EAST_ASIAN.test(word)) within.push([simplifiedHan(word), occurrence])
  else if (word.endsWith('*')) append(beginnings, word.slice(0, -1), occurrence)
  else append(whole, word, occurrence)
}

const append = (map: Map<string, string[]>, word: string, occurrence: string): unknown =>
  map.set(word, [...(map.get(word) ?? []), occurrence])

/** The occurrences that a text names, in a language of two letters; none in a language that is not listed. */
export function occurrencesIn(text: string, language: string, all = words(text)): ReadonlySet<string> {
  lexicons ??= readLexicons()
  const lexicon = lexicons.get(language)
  if (lexicon === undefined) return new Set()
  if (lexicon.within.length > 0) return new Set(unspacedIn(simplifiedHan(text), lexicon))
  return new Set(all.flatMap((word) => spacedOf(word, lexicon)))
}

const SHORTEST_BEGINNING = 3

function spacedOf(word: string, { whole, beginnings }: Lexicon): string[] {
  const found = [...(whole.get(word) ?? [])]
  for (let end = SHORTEST_BEGINNING; end <= word.length; end++)
    found.push(...(beginnings.get(word.slice(0, end)) ?? []))
  return found
}

function* unspacedIn(text: string, { within }: Lexicon): Generator<string> {
  const kana = new Set(katakanaIn(text))
  for (const [word, occurrence] of within)
    if (katakanaIn(word)[0] === word ? kana.has(word) : text.includes(word)) yield occurrence
}
