/**
 * Every screen by its name in the specification: path, whether it needs a session and shows the tab bar, and its
 * desktop layout: own columns, with or without the slip, or one column. Parameters follow a prefix without a slash, so
 * those paths are regular expressions.
 */
export const screens = {
  home: { path: '/home', tabs: true, desk: 'slip' },
  registered: { path: '/registered', tabs: true, desk: 'slip' },
  active: { path: /^\/active(?<id>[^/]+)$/ },
  share: { path: '/share', needsToken: true },
  vip: { path: '/vip' },
  agentJl: { path: '/agentJl' },
  ladderBonus: { path: '/ladderBonus' },
  gamebouns: { path: '/gamebouns' },
  gameMess: { path: '/gameMess', needsToken: true, tabs: true },
  signInSheet: { path: '/signInSheet' },
  registros: { path: '/registros', tabs: true },
  conta: { path: '/conta', tabs: true },
  paySuccess: { path: '/paySuccess' },
  footballPage: { path: '/footballPage', tabs: true, desk: 'slip' },
  event: { path: /^\/footballPage\/(?<id>\d+)$/, tabs: true, desk: 'slip' },
  play: { path: '/play', desk: 'columns' },
  error: { path: '/error' },
  help: {
    path: /^\/ajuda(?:\/(?<page>termos|privacidade|regras|licenca)|\/artigos\/(?<article>[A-Za-z]+))?$/,
  },
  mines: { path: '/mines', desk: 'columns' },
  dice: { path: '/dice', needsToken: true, desk: 'columns' },
  limbo: { path: '/limbo', desk: 'columns' },
  luckyColor: { path: '/luckyColor', desk: 'columns' },
  rowDouble: { path: '/rowDouble', desk: 'columns' },
  double: { path: '/double', desk: 'columns' },
} as const satisfies Record<string, ScreenPlace>

type ScreenPlace = { path: string | RegExp; needsToken?: boolean; tabs?: boolean; desk?: 'columns' | 'slip' }

/** Information pages by their word in the address. They are ours, beside the specification's screens. */
const helpWords = {
  help: '',
  terms: 'termos',
  privacy: 'privacidade',
  rules: 'regras',
  licence: 'licenca',
} as const

export type HelpPage = keyof typeof helpWords

export const helpPages = Object.keys(helpWords) as readonly HelpPage[]

/** The address of an information page. */
export const helpHref = (page: HelpPage): string => (page === 'help' ? '/ajuda' : `/ajuda/${helpWords[page]}`)

/** The address of an article of the help centre. */
export const articleHref = (slug: string): string => `/ajuda/artigos/${slug}`

/** The page for a word in the address; the first one without a word. */
export const helpPageOf = (word: string | undefined): HelpPage =>
  helpPages.find((page) => helpWords[page] === word) ?? 'help'

/** Landing addresses: they store something and redirect home. */
export const landings = {
  invitation: /^\/y(?<yqm>[A-Za-z0-9]+)$/,
  signInLink: /^\/zgo(?<token>[^/]+)$/,
} as const

export type ScreenName = keyof typeof screens

type Query = Readonly<Record<string, string | undefined>>

/** The address of a screen without path parameters. */
export const hrefOf = (name: Exclude<ScreenName, 'active' | 'event' | 'help'>, query: Query = {}): string => {
  const given = Object.entries(query).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[key, value]],
  )
  const search = new URLSearchParams(given).toString()
  return search ? `${screens[name].path}?${search}` : screens[name].path
}

/** The page of one match. */
export const eventHref = (fixtureId: string): string => `/footballPage/${fixtureId}`

/** The screen of a pathname and its parameters. */
export const screenAt = (
  pathname: string,
): { name: ScreenName; params: Record<string, string> } | undefined => {
  for (const [name, place] of Object.entries(screens) as [ScreenName, ScreenPlace][]) {
    if (typeof place.path === 'string') {
      if (place.path === pathname) return { name, params: {} }
      continue
    }
    const match = place.path.exec(pathname)
    if (match) return { name, params: groupsOf(match) }
  }
  return undefined
}

/** An omitted optional part of the path is no parameter. */
const groupsOf = ({ groups = {} }: RegExpExecArray): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).filter(([, value]) => value !== undefined))

/** A screen's entry in the table. */
export const placeOf = (name: ScreenName): ScreenPlace => screens[name]
