/**
 * Every screen of the app by the name the specification gives it: its path, whether it needs a session,
 * whether the tab bar stands below it, and what of it stands beside each other on a desk: columns of its own, with the slip
 * among them or without, or else one column. Parameters are glued to their prefix, so those paths are expressions.
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

/** The pages that say how all this works, by their word in the address. They are ours, beside the specification's screens. */
const helpWords = {
  help: '',
  terms: 'termos',
  privacy: 'privacidade',
  rules: 'regras',
  licence: 'licenca',
} as const

export type HelpPage = keyof typeof helpWords

export const helpPages = Object.keys(helpWords) as readonly HelpPage[]

/** The address of such a page. */
export const helpHref = (page: HelpPage): string => (page === 'help' ? '/ajuda' : `/ajuda/${helpWords[page]}`)

/** The address of an article of the help centre. */
export const articleHref = (slug: string): string => `/ajuda/artigos/${slug}`

/** The page of a word in the address; without one it is the first. */
export const helpPageOf = (word: string | undefined): HelpPage =>
  helpPages.find((page) => helpWords[page] === word) ?? 'help'

/** Landings: no screen of their own, they note something and lead home. */
export const landings = {
  invitation: /^\/y(?<yqm>[A-Za-z0-9]+)$/,
  signInLink: /^\/zgo(?<token>[^/]+)$/,
} as const

export type ScreenName = keyof typeof screens

type Query = Readonly<Record<string, string | undefined>>

/** The address of a screen that has no parameter in its path. */
export const hrefOf = (name: Exclude<ScreenName, 'active' | 'event' | 'help'>, query: Query = {}): string => {
  const given = Object.entries(query).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[key, value]],
  )
  const search = new URLSearchParams(given).toString()
  return search ? `${screens[name].path}?${search}` : screens[name].path
}

/** The page of one match. */
export const eventHref = (fixtureId: string): string => `/footballPage/${fixtureId}`

/** Which screen a pathname leads to, and the parameters in it. */
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

/** A part of the path that may be left out is no parameter where it is. */
const groupsOf = ({ groups = {} }: RegExpExecArray): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).filter(([, value]) => value !== undefined))

/** What is known of a screen's place in the app. */
export const placeOf = (name: ScreenName): ScreenPlace => screens[name]
