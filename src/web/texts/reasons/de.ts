import type { AnswerFailure } from '../../../http/contract/user-reasons.ts'
import { counted } from '../counted.ts'
import type { Reasons } from './en.ts'

const whole = (n: number): string => n.toLocaleString('de-DE')
const entries = (n: number): string => `${whole(n)} ${n === 1 ? 'Eintrag' : 'Einträge'}`

function span(minutes: number): string {
  if (minutes < 60) return `${minutes} Min.`
  if (minutes >= 2880) return `${Math.round(minutes / 1440)} Tage`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} Std.${rest === 0 ? '' : ` ${rest} Min.`}`
}

const average = (n: number | null): string => (n === null ? '' : ` (je Abruf ${whole(n)} neue Artikel)`)

const HINTS = {
  ttl: 'seine ttl-Angabe',
  syndication: 'sein angegebener Rhythmus',
  cache_control: 'seine Kopfzeile Cache-Control',
  expires: 'seine Kopfzeile Expires',
  skip_hours: 'seine skipHours-Angabe',
  skip_days: 'seine skipDays-Angabe',
}

const LEFT = {
  recipientGone: 'die Einstellungen nennen diese Zieladresse nicht mehr',
  searchGone: 'die Suche ist nicht mehr gespeichert',
  digestGone: 'die Ausgabe ist nicht mehr gespeichert',
  alertOld: 'die Meldung ist inzwischen veraltet',
}

const FAILURES: Readonly<Record<AnswerFailure, (status: number | null) => string>> = {
  timeout: () => 'der Server hat nicht rechtzeitig geantwortet',
  noServer: () => 'es gibt keinen Server dieses Namens',
  connection: () => 'der Server ist nicht erreichbar',
  tls: () => 'es kommt keine sichere Verbindung zustande',
  http: (status) => `der Server antwortete mit ${status}`,
  document: () => 'die Antwort des Servers ist nicht lesbar',
  redirects: () => 'der Server leitet endlos weiter',
  forbiddenAddress: () => 'die Adresse führt in ein privates Netz',
  badUrl: () => 'die Adresse ist ungültig',
}

const TIER_FROM = {
  source: 'laut Einstellungen',
  registry: 'laut Liste bekannter Quellen',
  default: 'ohne Angabe',
}

export const reasonsInGerman: Reasons = {
  state: {
    gone: () => 'laut Herausgeber eingestellt (410)',
    pollsFailed: ({ polls }) => `die letzten ${polls} Abrufe sind fehlgeschlagen`,
    documentsFailed: ({ documents }) => `die letzten ${documents} Dokumente waren nicht lesbar`,
    shareFailed: ({ failed, polls, days }) => `${failed} von ${polls} Abrufen in ${days} Tagen sind fehlgeschlagen`,
    timedOut: ({ timeouts, polls }) => `${timeouts} der letzten ${polls} Abrufe dauerten zu lange`,
    flooding: ({ leftOut, articlesPerDay, megabytesPerDay }) =>
      `liefert mehr als ${whole(articlesPerDay)} Artikel oder ${whole(megabytesPerDay)} MB am Tag; ${entries(leftOut)} ausgelassen. Entweder entfernen oder fetch.max_articles_per_feed_per_day oder fetch.max_stored_per_feed_per_day erhöhen`,
    notPolled: () => 'noch nicht abgerufen',
    notAnswered: () => 'hat noch nicht geantwortet',
    quiet: ({ days }) => `antwortet, aber seit ${days === 1 ? 'einem Tag' : `${days} Tagen`} nichts Neues`,
    moved: () => 'dauerhaft an eine andere Adresse umgezogen, wird dort gelesen',
    answers: () => 'antwortet',
    overdue: () => 'war fällig, wurde aber noch nicht abgerufen',
  },
  notes: {
    malformed: (note) => `${entries(note.entries)} ohne Titel und Text in ${note.days} Tagen übersprungen`,
    cutOff: (note) =>
      `${entries(note.entries)} des letzten Dokuments nicht gespeichert, nur die neuesten ${whole(note.kept)}`,
  },
  visit: {
    crawl: () => 'wird aus Crawls gelesen, nie abgerufen',
    asked: () => 'von Hand angefordert',
    first: () => 'noch nicht abgerufen',
    dead: () => 'laut Herausgeber endgültig eingestellt (410); neu hinzufügen, um ihn wiederzubeleben',
    digest: () => 'kurz darauf erscheint eine Ausgabe, die die neuesten Artikel enthalten soll',
    turnedOver: () =>
      'beim letzten Abruf war alles darin neu; dazwischen können weitere Artikel erschienen und wieder verschwunden sein',
    dormant: () => 'seit zwei Wochen oder länger nichts Neues, daher nur einmal am Tag',
    kind: ({ minutes }) => `Feeds dieser Art beginnen mit einem Abstand von ${span(minutes)}`,
    adaptive: ({ minutes, newPerPoll }) => `nach Erfahrung im Abstand von ${span(minutes)}${average(newPerPoll)}`,
    predicted: ({ minutes, newPerPoll }) =>
      `erscheint regelmäßig; nächster Artikel voraussichtlich in ${span(minutes).replace(/Tage$/, 'Tagen')}${average(newPerPoll)}`,
    retryAfter: ({ minutes }) => `der Server bat um eine Pause: ${span(minutes)}`,
    slowDown: ({ minutes }) => `der Server bat um seltenere Abrufe, Abstand jetzt ${span(minutes)}`,
    failures: ({ polls, minutes }) =>
      `${polls === 1 ? 'der letzte Abruf ist' : `die letzten ${polls} Abrufe sind`} fehlgeschlagen, daher Wartezeit: ${span(minutes)}`,
    hint: ({ by, minutes }) =>
      `${by === null ? 'der Herausgeber' : HINTS[by]} verlangt einen Abstand von ${span(minutes).replace(/Tage$/, 'Tagen')}`,
    skipHours: ({ minutes }) => `der Herausgeber wünscht zu diesen Stunden keine Abrufe, Wartezeit: ${span(minutes)}`,
    skipDays: ({ minutes }) => `der Herausgeber wünscht an diesem Tag keine Abrufe, Wartezeit: ${span(minutes)}`,
    soon: () => 'Wird in wenigen Sekunden abgerufen.',
    justPolled: ({ minutes, againAfter }) =>
      `erst vor ${minutes} Min. abgerufen; wieder möglich ${againAfter} Min. nach dem letzten Abruf`,
  },
  score: {
    authority: ({ tier, tierFrom, answered }) =>
      `Quelle der Stufe ${tier} von 5, 1 ist die beste (${TIER_FROM[tierFrom]}); ${answered} % der Abrufe ihres Feeds wurden beantwortet`,
    recency: ({ hours, halvesEvery, dateUncertain }) =>
      `${counted(hours, 'Stunde', 'Stunden')} alt; ${halvesEvery === null ? 'das Alter zählt nicht' : `halbiert sich alle ${counted(halvesEvery, 'Stunde', 'Stunden')}`}${dateUncertain ? '; weniger, weil das Datum unsicher ist' : ''}`,
    corroboration: ({ newsrooms, tiers }) =>
      newsrooms === 1
        ? 'bisher berichtet eine Redaktion'
        : `${newsrooms} Redaktionen berichten selbst, aus ${counted(tiers, 'Stufe', 'Stufen')}`,
    relevance: ({ likeness }) =>
      likeness === null
        ? 'neutral, solange keine Vorlieben bekannt sind'
        : `Nähe zu den eigenen Vorlieben: ${whole(likeness)}, höchstens 1`,
    depth: ({ words, hasData, hasList, hasReference, isPartial }) => {
      const has = [hasData && 'Daten', hasList && 'einer Liste', hasReference && 'Quellenangaben'].filter(Boolean)
      return `${whole(words)} ${words === 1 ? 'Wort' : 'Wörter'}${has.length === 0 ? '' : ` mit ${has.join(', ')}`}${isPartial ? '; der Feed liefert nur den Anfang, daher zählt es weniger' : ''}`
    },
  },
  failures: FAILURES,
  advice: {
    gone: (because) => `${because}: es kommt nichts mehr`,
    otherAddress: () => 'an seiner Stelle kommt eine Webseite, die einen anderen Feed nennt',
    neverAnswered: (because) => `${because}; er hat noch nie geantwortet, vielleicht ist die Adresse falsch`,
    failing: (because) => because,
    slow: (because) => because,
    tooMuch: (because) => because,
    quiet: (because) => because,
  },
  finding: {
    oldNode: ({ version }) => `Node ${version} ist zu alt.`,
    clockBehind: ({ at }) => `Die Uhr geht falsch: sie zeigt ${at}.`,
    clockAhead: ({ at }) => `Die Uhr ging vor oder geht nach: ein Feed wurde um ${at} abgerufen.`,
    deliveriesInDoubt: ({ deliveries }) =>
      deliveries === 1 ? 'Eine Zustellung ist ungeklärt.' : `${deliveries} Zustellungen sind ungeklärt.`,
    diskLow: ({ gigabytes }) => `Der Datenträger ist fast voll: ${whole(gigabytes)} GB frei.`,
    secretsMissing: ({ channels }) => `Ein Passwort oder Token ist nicht lesbar: ${channels.join(', ')}.`,
  },
  cure: {
    oldNode: ({ least }) => `Node ${least} oder neuer installieren.`,
    clockBehind: () => 'Die Uhr stellen oder einem Zeitserver folgen lassen.',
    clockAhead: () =>
      'Wenn die Uhr jetzt stimmt, nichts: Feeds werden rechtzeitig abgerufen, und damals Gelesenes behält sein Datum.',
    deliveriesInDoubt: () => 'Nachfragen, ob sie angekommen ist.',
    diskLow: () => 'Platz schaffen, wo die Datenbankdatei liegt.',
    secretsMissing: () =>
      'Dort setzen, von wo Ausgaben verschickt werden, oder „delivery“ in den Einstellungen berichtigen.',
  },
  delivery: {
    sent: () => 'zugestellt',
    sending: () => 'wird gerade gesendet',
    failed: () => 'konnte nicht gesendet werden',
    abandoned: () => 'kam nicht an und wird nicht noch einmal gesendet',
    inDoubt: () => 'vielleicht angekommen, vielleicht nicht; wird nicht von selbst noch einmal gesendet',
  },
  user: {
    readerExists: ({ name }) => `Es gibt schon ein Lesekonto „${name}“. Bitte einen anderen Namen wählen.`,
    readerGone: () => 'Dieses Lesekonto gibt es nicht mehr.',
    firstReaderStays: ({ name }) => `${name} ist das erste Lesekonto und bleibt.`,
    badName: ({ name, most }) =>
      `„${name}“ kann kein Name sein: höchstens ${most} Buchstaben, Ziffern und . _ @ + -, am Anfang ein Buchstabe oder eine Ziffer.`,
    badPassword: ({ least, most }) => `Ein Passwort hat ${least} bis ${whole(most)} Zeichen.`,
    notInPack: () => 'Eine der Adressen steht in keinem Paket. Sie lässt sich als Feed hinzufügen.',
    tooManyRules: ({ most }) => `Es gibt schon ${most} Regeln. Zuerst eine entfernen.`,
    tooManyFollowed: ({ most }) => `Es wird schon ${most} Themen gefolgt. Zuerst einem nicht mehr folgen.`,
    tooManyTabs: ({ most }) => `Es gibt schon ${most} Tabs. Zuerst einen entfernen.`,
    tooManySearches: ({ most }) => `Es sind schon ${most} Suchen gespeichert. Zuerst eine entfernen.`,
    tabOfSettings: () => 'Dieser Tab steht in der Einstellungsdatei und wird dort geändert.',
    tabHasShared: () => 'In diesem Tab liegen Feeds aller. Diese zuerst woanders einordnen.',
    noTab: ({ tab }) => `Es gibt keinen Tab „${tab}“. Zuerst hinzufügen.`,
    noChannel: ({ channel }) => `Über ${channel} ist keine Zustellung möglich.`,
    cannotSendAgain: ({ left }) => `Erneutes Senden ist nicht möglich: ${LEFT[left]}.`,
    settledMeanwhile: () => 'Das wurde inzwischen geklärt.',
    notInDoubt: () => 'Diese Zustellung ist nicht mehr zweifelhaft.',
    nothingRead: ({ failure, status }) => `Dort ließ sich nichts lesen: ${FAILURES[failure](status)}.`,
    noFeedFound: ({ tried }) =>
      `Dort wurde kein Feed gefunden, an ${counted(tried, 'Adresse', 'Adressen')}. Bitte die Adresse des Feeds selbst angeben.`,
    ownSource: () => 'Dieser Feed ist ein eigener. Zum Abbestellen entfernen.',
    sourceOfSettings: () =>
      'Dieser Feed steht in der Einstellungsdatei und gilt für alle. Ausblenden oder dort entfernen.',
    sourceOfAll: () => 'Diesen Feed haben alle. Stattdessen ausblenden.',
    cutPassword: () =>
      'Das Passwort in der Adresse enthält / oder # oder ?: diese bitte als %2F, %23 und %3F schreiben.',
    noWebAddress: () => 'Das ist keine Webadresse. Sie muss mit http:// oder https:// beginnen.',
    crawlSource: () => 'Dieser Feed wird aus Crawls gelesen: es gibt nichts abzurufen.',
    goneForGood: () =>
      'Laut Herausgeber ist dieser Feed endgültig eingestellt. Neu hinzufügen, um ihn wiederzubeleben.',
    importRunning: () => 'Ein anderer Import läuft noch. Bitte warten, bis er beendet ist.',
    fileTooLarge: ({ megabytes }) => `Die Datei ist größer als ${whole(megabytes)} MB. Bitte aufteilen.`,
    notOpml: () => 'Die Datei ist kein OPML. Die Feeds bitte als OPML exportieren.',
    tooManyOutlines: ({ most }) => `Die Datei hat mehr als ${whole(most)} Einträge. Bitte aufteilen.`,
    tooDeep: ({ line, most }) => `Zeile ${line}: Ordner sind mehr als ${most}-fach verschachtelt. Bitte abflachen.`,
    notStarred: () => 'Die Datei ist kein Export gemerkter Artikel.',
    tooManyStarred: ({ most }) => `Die Datei hat mehr als ${whole(most)} Artikel. Bitte aufteilen.`,
    notJson: () => 'Die Datei ist kein JSON. Die gemerkten Artikel bitte noch einmal exportieren.',
    storyTooOld: ({ days }) => `Artikel, die älter als ${days} Tage sind, bleiben in ihrem Thema.`,
    aloneInStory: () => 'Der Artikel steht allein: es gibt nichts, wovon er zu trennen wäre.',
    oneArticle: () => 'Das ist ein und derselbe Artikel.',
    onlyAdministrator: () => 'Das betrifft alle: nur die Verwaltung darf es.',
    searchMinus: ({ field, fields }) => `-${field}: geht nicht; nur Wörter und ${fields} lassen sich ausschließen.`,
    searchNoValue: ({ field }) => `Nach ${field}: fehlt ein Wert.`,
    searchEmpty: () => 'Mindestens ein Suchwort eingeben.',
    searchOr: () => 'OR steht zwischen zwei Suchwörtern.',
    searchNoWord: ({ field, value }) => `Nach ${field}: muss ein Wort stehen, nicht „${value}“.`,
    searchTooLong: ({ most, length }) => `Eine Suche hat höchstens ${whole(most)} Zeichen; diese hat ${whole(length)}.`,
    searchCut: ({ word }) => `Nach „${word}“ steht nichts.`,
    searchQuote: ({ phrase }) => `Das Anführungszeichen vor „${phrase}“ wird nicht geschlossen.`,
    searchTooMany: ({ most, parts }) => `Eine Suche hat höchstens ${most} Wörter und Filter; diese hat ${parts}.`,
    searchNoField: ({ name, fields }) =>
      `Es gibt kein Feld „${name}“, nur ${fields}. In Anführungszeichen wird danach gesucht.`,
    searchDate: ({ field, value }) =>
      `Nach ${field}: steht ein Tag wie 2026-11-15 oder eine Zeit zurück wie 24h, 7d, 2w, nicht „${value}“.`,
    searchTab: ({ tab, tabs }) => `Es gibt keinen Tab „${tab}“, nur ${tabs}.`,
    searchNoTabs: ({ tab }) => `Es gibt keinen Tab „${tab}“ und auch keinen anderen.`,
  },
  clamped: '; der Herausgeber verlangt eine unglaubwürdig lange Pause',
}
