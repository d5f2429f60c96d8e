/**
 * The layers as data. In each wing the top layer comes first; a module may import lower layers of its own wing, and
 * packages. Modules of one layer do not import each other: they meet one layer up, or by events.
 */
export type Wing = {
  layers: readonly (readonly string[])[]
  /**
   * Modules whose files are each their own API: small tools without business terms. All others are imported by
   * index.ts.
   */
  open: readonly string[]
}

export const WINGS: Readonly<Record<string, Wing>> = {
  'apps/server/src': {
    layers: [
      ['main'],
      ['app'],
      ['verify-jobs'],
      ['verify', 'seed', 'settings', 'personal-data'],
      ['migrations'],
      ['backoffice', 'profile', 'realtime'],
      ['rewards', 'messages', 'feeds', 'reports'],
      ['cashier', 'sportsbook', 'games'],
      ['wagering'],
      ['protection'],
      ['identity', 'ledger'],
      ['platform'],
    ],
    open: ['platform'],
  },
  'apps/player/src': {
    layers: [
      ['main'],
      ['app'],
      [
        'account',
        'wallet',
        'sportsbook',
        'games',
        'rewards',
        'messages',
        'records',
        'protection',
        'verifier',
      ],
      ['shared'],
      ['locales', 'virtual', 'worker'],
    ],
    open: ['app', 'shared', 'locales', 'worker'],
  },
  'apps/backoffice/src': {
    layers: [
      ['main'],
      ['app'],
      [
        'dashboard',
        'boosts',
        'withdrawals',
        'harm',
        'figures',
        'reports',
        'translations',
        'documents',
        'deposits',
        'books',
        'invitations',
        'players',
        'bets',
        'games',
        'promotions',
        'trading',
        'results',
        'support',
        'settings',
        'system',
        'operators',
        'account',
        'audit',
      ],
      ['shared'],
      ['texts', 'virtual'],
    ],
    // Each screen of a feature is loaded on demand.
    open: [
      'app',
      'dashboard',
      'boosts',
      'withdrawals',
      'harm',
      'figures',
      'reports',
      'translations',
      'documents',
      'deposits',
      'books',
      'invitations',
      'players',
      'bets',
      'games',
      'promotions',
      'trading',
      'results',
      'support',
      'settings',
      'system',
      'operators',
      'account',
      'audit',
      'shared',
      'texts',
    ],
  },
  'apps/sandbox/src': {
    layers: [
      ['main'],
      ['sandbox'],
      ['pages'],
      ['payouts'],
      ['bank', 'mail', 'captcha', 'chain', 'national-register', 'document-check'],
      ['webhooks'],
      ['faults'],
      ['world'],
      ['store', 'settings', 'clock', 'web'],
    ],
    open: ['clock', 'web'],
  },
  'apps/studio/src': {
    layers: [
      ['main'],
      ['server'],
      ['catalogue'],
      ['slot', 'crash'],
      ['bets'],
      ['wallet', 'store', 'settings'],
    ],
    open: [],
  },
  packages: { layers: [['contract', 'ui'], ['odds', 'games'], ['money']], open: [] },
}

/**
 * Modules with ordered sub-modules, top first: a sub-module may import lower ones and the module's own top-level
 * files.
 */
export const SUB_MODULES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'apps/server/src/sportsbook': [
    ['cash-out'],
    ['settlement'],
    ['betting'],
    ['updates'],
    ['risk'],
    ['catalogue'],
    ['sports'],
  ],
  'apps/server/src/feeds': [['uof', 'betfair', 'odds-api'], ['importer'], ['simulator'], ['intake']],
  'apps/server/src/protection': [['documents']],
  'apps/server/src/identity': [['operators'], ['credentials'], ['sessions'], ['accounts'], ['abuse']],
  'apps/server/src/cashier': [
    ['books', 'pay-page', 'webhooks'],
    ['usdt-topups'],
    ['orders', 'withdrawals'],
    ['rails'],
  ],
  'apps/server/src/rewards': [['invitations', 'banners']],
  'apps/server/src/messages': [['support', 'delivery', 'campaigns'], ['centre']],
  'apps/server/src/games': [
    ['studios', 'returns'],
    ['records', 'shared', 'wins', 'wallet-api'],
    ['rounds', 'sessions'],
    ['draws', 'free-rounds'],
    ['adapters', 'seeds'],
  ],
}

/** The server's modules: a table's name starts with its owner's. */
export const SERVER = 'apps/server/src'

/** Tables that kept their released names although their module changed, and who may name them. */
export const KEPT_NAMES: Readonly<Record<string, readonly string[]>> = {
  sportsbook_feed: ['sportsbook', 'feeds'],
  sportsbook_feed_event: ['feeds'],
  sportsbook_feed_refused: ['feeds'],
  sportsbook_producer: ['feeds'],
}

/** The ledger's functions that take a stake, and the gate that admits it. */
export const GATE = {
  ledger: 'apps/server/src/ledger/index.ts',
  takes: ['debitStake', 'settleAtOnce'],
  protection: 'apps/server/src/protection/index.ts',
  asks: 'admitStake',
}

/** APIs a wing may never import, whatever the layers say. */
export const NEVER: readonly [folder: string, api: string, why: string][] = [
  ['apps/player/', '@palpite/contract/backoffice', 'operator calls must not reach the public bundle'],
]

/** This folder contains the forbidden examples, in its test tables. */
export const SELF = 'tools/tidy/'

/** The one place of colours and sizes, and the wings that must use it. */
export const THEME = 'packages/ui/src/theme.css'
export const STYLED = ['apps/player/src/', 'apps/backoffice/src/', 'packages/ui/src/']

/** Drawings contain their own colours. */
export const DRAWINGS = 'packages/ui/src/art/'

export const LINES_MAX = 400

export const VAGUE_NAME = /(^|[-/.])(utils?|helpers?|common|misc|manager|new|old|temp|v\d+)([-/.]|$)|[a-z]V\d/

export const BANNED_TEXT: readonly [RegExp, string][] = [
  [/\bselect \*/i, 'list the columns'],
  [/\b(FIXME|TODO|XXX|HACK)\b/, 'finish it before merging'],
  [/\bMath\.random\(/, 'use platform/crypto'],
  [/(ox|es)lint-disable|@ts-(ignore|expect-error|nocheck)/, 'mend what the check found'],
  [/['"`/]\/?work\/(shared|main)\b/, 'this path exists on one machine only'],
]

/** A source that readers of the repository do not have. Files read in place, `../shared/ref/…`, are no citations. */
export const CITED_ELSEWHERE = /\bREADINGS\b|(?<![\w/])ref\/\w+/
