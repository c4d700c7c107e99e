import type { Tier } from '../domain/source.ts'

/** Publishers of one tier and the reason; a domain includes its subdomains. */
export interface RegistryGroup {
  readonly tier: Tier
  readonly because: string
  readonly domains: string
}

/**
 * Default tiers of publishers. Compiled by hand for Copytaster from general knowledge of what kind of publisher each
 * is; it says nothing of single articles, and `tier:` in `feeds.yaml` overrides it.
 */
export const TIER_REGISTRY: readonly RegistryGroup[] = [
  // T1: wire services and official sources.
  {
    tier: 'T1',
    because: 'news agency',
    domains: `reuters.com apnews.com ap.org afp.com upi.com dpa.com dpa-international.com efe.com ansa.it pap.pl tt.se ntb.no
      ritzau.dk stt.fi apa.at keystone-sda.ch belga.be belganewsagency.eu anp.nl lusa.pt yna.co.kr kyodonews.net kyodonews.jp
      kyodo.co.jp jiji.com jiji.co.jp cna.com.tw focustaiwan.tw ptinews.com antaranews.com bernama.com aap.com.au
      thecanadianpress.com agenciabrasil.ebc.com.br telam.com.ar aa.com.tr ukrinform.net ukrinform.ua interfax.com.ua`,
  },
  {
    tier: 'T1',
    because: 'government or public authority',
    domains: `gov mil gov.uk gov.au govt.nz gc.ca canada.ca gov.ie gov.in nic.in gov.sg gov.za gov.il gov.br gob.mx gob.ar
      gob.cl gob.es gob.pe gov.pl gov.pt gov.it gouv.fr gov.tr gov.ua gov.tw gov.hk gov.mo gov.cn go.jp lg.jp go.kr go.id
      go.th gov.my gov.ph gov.vn europa.eu admin.ch bund.de bundesregierung.de bundesbank.de bundestag.de parliament.uk
      police.uk nhs.uk bundesverfassungsgericht.de service-public.fr regeringen.se regjeringen.no
      government.nl rijksoverheid.nl boj.or.jp bankofengland.co.uk bankofcanada.ca snb.ch riksbank.se`,
  },
  {
    tier: 'T1',
    because: 'international organisation',
    domains: `int un.org imf.org worldbank.org wto.org oecd.org iaea.org icrc.org bis.org iea.org unicef.org
      unhcr.org redcross.org`,
  },
  {
    tier: 'T1',
    because: 'standards body',
    domains:
      'ietf.org rfc-editor.org w3.org whatwg.org iso.org ieee.org unicode.org ecma-international.org iana.org icann.org',
  },
  // T2: major established outlets.
  {
    tier: 'T2',
    because: 'newspaper of record',
    domains: `nytimes.com washingtonpost.com wsj.com ft.com theguardian.com guardian.co.uk thetimes.co.uk thetimes.com
      telegraph.co.uk independent.co.uk economist.com latimes.com usatoday.com bostonglobe.com chicagotribune.com csmonitor.com
      theglobeandmail.com thestar.com smh.com.au theage.com.au theaustralian.com.au nzherald.co.nz irishtimes.com scotsman.com
      straitstimes.com thehindu.com indianexpress.com hindustantimes.com timesofindia.com indiatimes.com dawn.com haaretz.com
      jpost.com timesofisrael.com mg.co.za nation.africa kyivindependent.com themoscowtimes.com`,
  },
  {
    tier: 'T2',
    because: 'newspaper of record (German)',
    domains:
      'faz.net sueddeutsche.de zeit.de spiegel.de welt.de handelsblatt.com tagesspiegel.de taz.de nzz.ch tagesanzeiger.ch derstandard.at diepresse.com',
  },
  {
    tier: 'T2',
    because: 'newspaper of record (French)',
    domains:
      'lemonde.fr lefigaro.fr liberation.fr lesechos.fr la-croix.com letemps.ch lesoir.be lapresse.ca ledevoir.com ouest-france.fr',
  },
  {
    tier: 'T2',
    because: 'newspaper of record (Spanish, Portuguese, Italian, Dutch, Nordic, Polish)',
    domains: `elpais.com elmundo.es abc.es lavanguardia.com clarin.com lanacion.com.ar eluniversal.com.mx reforma.com
      eltiempo.com elespectador.com emol.com elcomercio.pe folha.uol.com.br uol.com.br estadao.com.br globo.com publico.pt
      expresso.pt corriere.it repubblica.it ilsole24ore.com lastampa.it nrc.nl volkskrant.nl dn.se svd.se aftenposten.no
      politiken.dk berlingske.dk jyllands-posten.dk hs.fi wyborcza.pl rp.pl`,
  },
  {
    tier: 'T2',
    because: 'newspaper of record (Japanese)',
    domains:
      'asahi.com yomiuri.co.jp mainichi.jp nikkei.com sankei.com tokyo-np.co.jp chunichi.co.jp hokkaido-np.co.jp nishinippon.co.jp japantimes.co.jp',
  },
  {
    tier: 'T2',
    because: 'newspaper of record (Chinese)',
    domains: `udn.com ltn.com.tw chinatimes.com taipeitimes.com mingpao.com scmp.com hket.com hkej.com zaobao.com zaobao.com.sg
      caixin.com thepaper.cn infzm.com bjnews.com.cn orientaldaily.com.my sinchew.com.my`,
  },
  {
    tier: 'T2',
    because: 'newspaper of record (Korean, Indonesian, Thai, Arabic)',
    domains:
      'chosun.com joongang.co.kr donga.com hani.co.kr koreaherald.com koreatimes.co.kr kompas.com thejakartapost.com bangkokpost.com aawsat.com',
  },
  {
    tier: 'T2',
    because: 'public broadcaster',
    domains: `bbc.com bbc.co.uk npr.org pbs.org cbc.ca radio-canada.ca abc.net.au rnz.co.nz rte.ie tagesschau.de ard.de zdf.de
      zdfheute.de deutschlandfunk.de dw.com br.de ndr.de wdr.de orf.at srf.ch rts.ch swissinfo.ch francetvinfo.fr
      franceinfo.fr france24.com rfi.fr radiofrance.fr arte.tv rtve.es rai.it rainews.it rtp.pt nos.nl vrt.be rtbf.be svt.se
      nrk.no dr.dk yle.fi nhk.or.jp kbs.co.kr pts.org.tw rti.org.tw rthk.hk voanews.com rferl.org rfa.org channelnewsasia.com`,
  },
  {
    tier: 'T2',
    because: 'major broadcaster or news network',
    domains: `cnn.com nbcnews.com abcnews.go.com abcnews.com cbsnews.com msnbc.com foxnews.com cnbc.com sky.com itv.com
      channel4.com aljazeera.com euronews.com lci.fr bfmtv.com n-tv.de tbs.co.jp ntv.co.jp fnn.jp tv-asahi.co.jp tvbs.com.tw
      ctee.com.tw news.now.com ndtv.com ctvnews.ca globalnews.ca`,
  },
  {
    tier: 'T2',
    because: 'business or news magazine of long standing',
    domains:
      'bloomberg.com forbes.com fortune.com time.com newyorker.com theatlantic.com newsweek.com politico.com politico.eu axios.com propublica.org foreignpolicy.com foreignaffairs.com cw.com.tw businessweekly.com.tw toyokeizai.net diamond.jp lepoint.fr lexpress.fr nouvelobs.com wiwo.de',
  },
  {
    tier: 'T2',
    because: 'leading journal of science or engineering',
    domains:
      'nature.com science.org sciencemag.org cell.com thelancet.com nejm.org bmj.com pnas.org spectrum.ieee.org acm.org scientificamerican.com newscientist.com technologyreview.com jamanetwork.com',
  },
  // T3: respected niche and trade sources.
  {
    tier: 'T3',
    because: 'technology press',
    domains: `techcrunch.com arstechnica.com theverge.com wired.com engadget.com zdnet.com cnet.com theregister.com
      tomshardware.com anandtech.com bleepingcomputer.com krebsonsecurity.com darkreading.com infoq.com lwn.net phoronix.com
      9to5mac.com 9to5google.com macrumors.com venturebeat.com thenextweb.com restofworld.org theinformation.com 404media.co
      heise.de golem.de t3n.de netzpolitik.org numerama.com next.ink 01net.com xataka.com hipertextual.com itmedia.co.jp
      impress.co.jp mynavi.jp ascii.jp gizmodo.jp publickey1.jp ithome.com.tw technews.tw inside.com.tw bnext.com.tw
      digitimes.com 36kr.com huxiu.com ithome.com leiphone.com cnbeta.com.tw etnews.com zdnet.co.kr`,
  },
  {
    tier: 'T3',
    because: 'trade press of one industry',
    domains: `variety.com hollywoodreporter.com deadline.com billboard.com adage.com retaildive.com utilitydive.com
      supplychaindive.com statnews.com fiercepharma.com medpagetoday.com spacenews.com flightglobal.com defensenews.com
      janes.com lloydslist.com automotivenews.com autocar.co.uk electrek.co coindesk.com theblock.co mining.com rigzone.com
      oilprice.com eetimes.com semiengineering.com carbonbrief.org climatechangenews.com insideclimatenews.org
      barrons.com marketwatch.com morningstar.com investing.com kitco.com cnyes.com moneydj.com wantgoo.com minkabu.jp`,
  },
  {
    tier: 'T3',
    because: 'science news and society journal',
    domains:
      'phys.org sciencenews.org sciencedaily.com eurekalert.org quantamagazine.org space.com livescience.com plos.org arxiv.org biorxiv.org medrxiv.org eos.org physicsworld.com chemistryworld.com sciencealert.com pansci.asia',
  },
  {
    tier: 'T3',
    because: 'national or regional news site',
    domains: `nypost.com nydailynews.com sfchronicle.com sfgate.com seattletimes.com dallasnews.com miamiherald.com
      denverpost.com inquirer.com startribune.com thehill.com vox.com slate.com salon.com theconversation.com theintercept.com
      motherjones.com businessinsider.com qz.com semafor.com huffpost.com standard.co.uk metro.co.uk mirror.co.uk
      dailymail.co.uk express.co.uk stern.de focus.de bild.de t-online.de 20min.ch 20minutes.fr leparisien.fr mediapart.fr
      elconfidencial.com eldiario.es infobae.com elobservador.com.uy g1.globo.com ilpost.it fanpage.it nu.nl aftonbladet.se
      vg.no onet.pl pravda.com.ua meduza.io storm.mg setn.com ettoday.net nownews.com newtalk.tw cmmedia.com.tw twreporter.org
      mirrormedia.mg upmedia.mg hk01.com inmediahk.net hongkongfp.com stheadline.com on.cc
      theinitium.com sina.com.cn sohu.com 163.com qq.com ifeng.com huanqiu.com globaltimes.cn chinadaily.com.cn cnn.co.jp
      afpbb.com bunshun.jp gendai.media jbpress.ismedia.jp huffingtonpost.jp thediplomat.com rappler.com`,
  },
  {
    tier: 'T3',
    because: 'state media, official line of one government',
    domains:
      'xinhuanet.com news.cn people.com.cn cctv.com cgtn.com chinanews.com.cn tass.com tass.ru ria.ru rt.com sputniknews.com irna.ir presstv.ir kcna.kp trtworld.com',
  },
  {
    tier: 'T3',
    because: 'sports press',
    domains:
      'espn.com theathletic.com skysports.com lequipe.fr marca.com as.com gazzetta.it kicker.de nikkansports.com sponichi.co.jp goal.com autosport.com',
  },
  {
    tier: 'T3',
    because: 'project or vendor writing of its own work',
    domains: `python.org rust-lang.org go.dev nodejs.org kernel.org debian.org ubuntu.com mozilla.org chromium.org webkit.org
      postgresql.org sqlite.org kubernetes.io apache.org openai.com anthropic.com deepmind.google blog.google microsoft.com
      apple.com nvidia.com intel.com amd.com aws.amazon.com cloudflare.com github.blog gitlab.com redhat.com tsmc.com`,
  },
  // T4: community and expert writing with some editing.
  {
    tier: 'T4',
    because: 'blogs and newsletters with a known writer or editor',
    domains: `medium.com substack.com ghost.io hashnode.dev dev.to hackernoon.com simonwillison.net daringfireball.net
      stratechery.com schneier.com joelonsoftware.com martinfowler.com paulgraham.com waitbutwhy.com kottke.org
      marginalrevolution.com slatestarcodex.com astralcodexten.com julialang.org jvns.ca danluu.com zenn.dev qiita.com note.com
      matters.town vocus.cc jianshu.com zhihu.com sspai.com ruanyifeng.com stackoverflow.blog smashingmagazine.com css-tricks.com`,
  },
  {
    tier: 'T4',
    because: 'portal that passes on licensed news',
    domains:
      'yahoo.com yahoo.co.jp msn.com aol.com line.me livedoor.com excite.co.jp goo.ne.jp toutiao.com baidu.com naver.com daum.net web.de gmx.net smartnews.com',
  },
  {
    tier: 'T4',
    because: 'encyclopaedia or wiki with review',
    domains: 'wikipedia.org wikinews.org wikimedia.org globalvoices.org bellingcat.com',
  },
  // T5: no editorial responsibility.
  {
    tier: 'T5',
    because: 'user content without an editor',
    domains: `blogspot.com blogger.com wordpress.com tumblr.com livejournal.com weebly.com wixsite.com wix.com github.io gitlab.io
      netlify.app vercel.app pages.dev neocities.org pixnet.net xuite.net ameblo.jp hatenablog.com hateblo.jp fc2.com
      seesaa.net cocolog-nifty.com over-blog.com canalblog.com overblog.com myblog.de telegra.ph`,
  },
  {
    tier: 'T5',
    because: 'social network or forum',
    domains: `reddit.com twitter.com x.com facebook.com instagram.com threads.net tiktok.com youtube.com vimeo.com linkedin.com
      pinterest.com mastodon.social bsky.app t.me telegram.org discord.com quora.com 4chan.org 5ch.net ptt.cc dcard.tw
      mobile01.com plurk.com weibo.com weibo.cn bilibili.com tieba.baidu.com douban.com v2ex.com vk.com nicovideo.jp`,
  },
  {
    tier: 'T5',
    because: 'aggregator of links',
    domains:
      'news.google.com ycombinator.com lobste.rs digg.com slashdot.org fark.com flipboard.com feedburner.com techmeme.com memeorandum.com newsbreak.com b.hatena.ne.jp hatena.ne.jp meneame.net',
  },
  {
    tier: 'T5',
    because: 'paid press releases',
    domains:
      'prnewswire.com businesswire.com globenewswire.com einpresswire.com prweb.com accesswire.com prtimes.jp presseportal.de openpr.com newswire.ca',
  },
  {
    tier: 'T5',
    because: 'satire or known for invention',
    domains:
      'theonion.com babylonbee.com der-postillon.com legorafi.fr kyoko-np.net infowars.com naturalnews.com beforeitsnews.com',
  },
]
