/**
 * Parameters that tell how a reader came, not what is read; a name ending in `_` is a prefix, one beginning with `*_` a
 * suffix.
 */
export interface TrackingParams {
  readonly names: readonly string[]
  readonly source: string
  readonly reason: string
}

/**
 * Removed from every address. Sources are the documentation of whoever sets the parameter; the lists of Firefox query
 * stripping (mozilla.org), ClearURLs (clearurls.xyz) and miniflux were compared for completeness.
 */
export const trackingParams: readonly TrackingParams[] = [
  { names: ['utm_', 'urchin_'], source: 'Google Analytics', reason: 'campaign, source and medium of a visit' },
  {
    names: ['ga_', '_ga', '_gl', 'gs_l', 'gs_lcp', '_gac'],
    source: 'Google Analytics',
    reason: 'visitor identity carried between domains',
  },
  {
    names: ['gclid', 'gclsrc', 'dclid', 'gbraid', 'wbraid', 'gad_', 'srsltid'],
    source: 'Google Ads',
    reason: 'identity of the click on an advertisement or listing',
  },
  {
    names: ['fbclid', 'fb_', 'fbc_id', '__tn__', '__cft__'],
    source: 'Meta',
    reason: 'identity of a click on Facebook or Instagram',
  },
  { names: ['igshid', 'igsh'], source: 'Instagram', reason: 'identity of the account that shared the link' },
  { names: ['msclkid'], source: 'Microsoft Advertising', reason: 'identity of the click on an advertisement' },
  {
    names: ['twclid', 'twsrc', '__twitter_impression'],
    source: 'X (Twitter)',
    reason: 'identity of a click in a post',
  },
  { names: ['ttclid', 'tt_medium', 'tt_content'], source: 'TikTok', reason: 'identity of a click in the app' },
  {
    names: ['li_fat_id', 'lipi', 'trk', 'trkinfo'],
    source: 'LinkedIn',
    reason: 'identity of a click and the element clicked',
  },
  { names: ['epik'], source: 'Pinterest', reason: 'identity of a click on a pin' },
  { names: ['scclid', 'sc_cid', 'sccid'], source: 'Snapchat', reason: 'identity of a click in the app' },
  { names: ['rdt_cid', 'share_id'], source: 'Reddit', reason: 'identity of a click in a post' },
  {
    names: ['yclid', 'ysclid', '_openstat', 'ymclid', 'ymid'],
    source: 'Yandex',
    reason: 'identity of a click in search or advertising',
  },
  { names: ['mc_', 'mc_cid', 'mc_eid', 'mc_tc'], source: 'Mailchimp', reason: 'mailing and the address it went to' },
  {
    names: ['_hsenc', '_hsmi', '__hssc', '__hstc', '__hsfp', 'hsctatracking', 'hsa_'],
    source: 'HubSpot',
    reason: 'mailing, visitor and advertisement',
  },
  { names: ['mkt_tok'], source: 'Marketo', reason: 'recipient of a mailing' },
  { names: ['oly_anon_id', 'oly_enc_id'], source: 'Omeda Olytics', reason: 'subscriber identity' },
  { names: ['vero_'], source: 'Vero', reason: 'recipient of a mailing' },
  { names: ['ml_subscriber', 'ml_subscriber_hash'], source: 'MailerLite', reason: 'recipient of a mailing' },
  { names: ['_ke', '_kx'], source: 'Klaviyo', reason: 'recipient of a mailing' },
  { names: ['ck_subscriber_id'], source: 'Kit (ConvertKit)', reason: 'recipient of a mailing' },
  { names: ['bsft_'], source: 'Blueshift', reason: 'recipient of a mailing' },
  { names: ['dm_i', 'dm_t'], source: 'Dotdigital', reason: 'recipient of a mailing' },
  {
    names: [
      'ss_email_id',
      'sib_id',
      'et_rid',
      'nr_email_referer',
      'vgo_ee',
      'elqtrack',
      'elqtrackid',
      'elqaid',
      'elqat',
    ],
    source: 'SharpSpring, Brevo, Salesforce, ActiveCampaign, Eloqua',
    reason: 'recipient of a mailing',
  },
  { names: ['mtm_', 'pk_', 'piwik_', 'matomo_'], source: 'Matomo', reason: 'campaign of a visit' },
  {
    names: ['at_', 'xtor', 'xtref', 'xts'],
    source: 'Piano (AT Internet)',
    reason: 'campaign of a visit; the BBC and French papers set it in feeds',
  },
  {
    names: [
      's_cid',
      's_kwcid',
      'sc_campaign',
      'sc_channel',
      'sc_content',
      'sc_medium',
      'ef_id',
      'adobe_mc',
      'adobe_mc_ref',
      'adobe_mc_sdid',
    ],
    source: 'Adobe Analytics',
    reason: 'campaign and visitor',
  },
  {
    names: ['wt_mc', 'wt_zmc', 'wt_', 'wtmc'],
    source: 'Mapp (Webtrekk)',
    reason: 'campaign of a visit; German papers set it in feeds',
  },
  {
    names: ['itm_', 'int_cmp', 'icid', 'ncid', 'nclid'],
    source: 'publishers’ own campaign tags',
    reason: 'place on a page where a link stood',
  },
  {
    names: [
      'cmpid',
      'cmp_id',
      'cmp',
      'ocid',
      'smid',
      'smtyp',
      'partner',
      'partnerid',
      'clickid',
      'click_id',
      'campaign_id',
      'ads_',
      'adset_id',
    ],
    source: 'publishers’ own campaign tags',
    reason: 'campaign or partner of a visit',
  },
  {
    names: [
      'aftr_source',
      'aff_',
      'affiliate',
      'affiliate_id',
      'aff_id',
      'affid',
      'tduid',
      'awc',
      'irclickid',
      'irgwc',
      'zanpid',
      'wickedid',
      'rb_clid',
      'cjevent',
      'cjdata',
      'ranmid',
      'raneaid',
      'ransiteid',
      'mkevt',
      'mkcid',
      'mkrid',
      'toolid',
    ],
    source: 'affiliate networks',
    reason: 'who earns on the click',
  },
  {
    names: ['_branch_match_id', '_branch_referrer', 'af_', 'adj_', 'adjust_'],
    source: 'Branch, AppsFlyer, Adjust',
    reason: 'installation that opened the link',
  },
  {
    names: ['tblci', 'taboolaclickid', 'obclid', 'outbrainclickid', 'dicbo', 'vgo_', 'mgclid', 'sznclid'],
    source: 'Taboola, Outbrain, MGID, Seznam',
    reason: 'identity of a click on a recommendation',
  },
  {
    names: ['guccounter', 'guce_referrer', 'guce_referrer_sig', 'soc_src', 'soc_trk'],
    source: 'Yahoo',
    reason: 'referrer kept through the consent page',
  },
  {
    names: [
      'spm',
      'scm',
      'spm_id_from',
      'vd_source',
      'share_source',
      'share_medium',
      'share_plat',
      'share_tag',
      'share_session_id',
      'weibo_id',
      'isappinstalled',
      'wfr',
    ],
    source: 'Alibaba, Bilibili, Weibo, Baidu',
    reason: 'place clicked and account that shared',
  },
  { names: ['erid'], source: 'Russian advertising registry', reason: 'identity of the advertisement' },
  {
    names: [
      'sara_ecid',
      'sara_',
      'ftag',
      'cid_source',
      'ito',
      'ns_',
      'ns_mchannel',
      'feature_source',
      'feedtype',
      'feedname',
    ],
    source: 'publishers’ own feed tags',
    reason: 'channel a link was given out by',
  },
  {
    names: ['*_affiliate', '*_campaign', '*_referrer', '*_referer', '*_clid', '*_medium', '*_clickid'],
    source: 'publishers’ own campaign tags',
    reason: 'campaign of a visit, under a prefix of the house',
  },
  {
    names: ['campaign_source', 'campaign_name', 'campaign_term', 'campaign_content', '_bhlid'],
    source: 'Adobe Campaign, beehiiv',
    reason: 'mailing and campaign of a visit',
  },
  {
    names: ['gaa_at', 'gaa_n', 'gaa_ts', 'gaa_sig'],
    source: 'Google subscription links',
    reason: 'expiring signature of one reader',
  },
]

/**
 * Removed from the canonical form only: elsewhere these names can belong to the page, so a link in an article keeps them unless
 * the value is the site itself (`ref=own.example`, as Ghost and WordPress set it).
 */
export const canonicalOnlyParams: readonly TrackingParams[] = [
  { names: ['ref', 'source'], source: 'specification of canonical addresses', reason: 'where a link was found' },
  {
    names: [
      'referrer',
      'referer',
      'ref_src',
      'ref_url',
      'ref_source',
      'rss',
      'from_rss',
      'cmp_source',
      'via',
      'share',
      'shared',
    ],
    source: 'variants of ref and source',
    reason: 'where a link was found',
  },
]

/** Parameters that are tracking when their value is the publisher's own host. */
export const refererParams: ReadonlySet<string> = new Set(['ref', 'referrer', 'referer', 'source'])

const always = new Set(trackingParams.flatMap((row) => row.names))
const canonical = new Set([...always, ...canonicalOnlyParams.flatMap((row) => row.names)])

/** True for a parameter that is always tracking. */
export const isTrackingParam = (name: string): boolean => matches(always, name)

/** True for a parameter that the canonical address leaves out. */
export const isCanonicalNoise = (name: string): boolean => matches(canonical, name)

function matches(names: ReadonlySet<string>, name: string): boolean {
  // Facebook numbers its parameters: `__cft__[0]`.
  const lower = name.toLowerCase().replace(/(?:\[|%5b)\d*(?:\]|%5d)$/, '')
  if (names.has(lower)) return true
  // A prefix in the table (`utm_`) ends at the first underscore that is not the first character.
  const end = lower.indexOf('_', 1)
  if (end < 1) return false
  return names.has(lower.slice(0, end + 1)) || names.has(`*${lower.slice(lower.lastIndexOf('_'))}`)
}
