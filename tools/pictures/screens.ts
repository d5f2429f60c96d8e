/** Somebody who looks at a screen. The types of `people.ts` ask for every one of them. */
export type Who = 'visitor' | 'newcomer' | 'player' | 'climber' | 'tester'

/** What a screen can be seen as. */
export const faces = ['full', 'loading', 'empty', 'failed'] as const
export type Face = (typeof faces)[number]

export type Screen = {
  name: string
  path: string
  who: Who
  /** Buttons pressed in turn, by their Portuguese names, to bring up what lies over the page. */
  press?: readonly (string | RegExp)[]
  /** The form that somebody new goes through first, for what follows on it. Found by Portuguese names, so taken in Portuguese only. */
  enters?: 'login' | 'register'
  /** What has to be there in the full view: a selector of Playwright's. */
  sees?: string
  /** What the screen shows comes from these calls: held, emptied or failed they give its other views. */
  feeds?: RegExp
  /** What the page holds of an empty answer is no view of its own: the list of sports is never empty. */
  without?: readonly Face[]
}

const sportsbook = /\/sportsbook\/(?:fixtures|live|sports)/
const entered = 'button[aria-label^="Saldo"], main'

/** Every screen and sheet of the app. A new one is a line here. */
export const screens: readonly Screen[] = [
  { name: 'home-visitor', who: 'visitor', path: '/home', feeds: sportsbook },
  { name: 'home', who: 'player', path: '/home', feeds: sportsbook, sees: entered },
  { name: 'sports-live', who: 'visitor', path: '/footballPage?when=live', feeds: sportsbook },
  { name: 'sports-today', who: 'player', path: '/footballPage?when=today', feeds: sportsbook },
  { name: 'sports-week', who: 'visitor', path: '/footballPage?when=week', feeds: sportsbook },
  {
    name: 'match',
    who: 'player',
    path: '/footballPage/{match}',
    feeds: /\/sportsbook\/(?:fixture\/|form|standings)/,
  },
  { name: 'search', who: 'visitor', path: '/footballPage', press: ['Buscar'], sees: 'dialog[open]' },
  { name: 'slip-empty', who: 'visitor', path: '/home', press: [/^Cupom/], sees: 'dialog[open]' },
  {
    name: 'slip',
    who: 'player',
    path: '/footballPage?when=week',
    press: [/vence, odd/, /Ver cupom/],
    sees: 'dialog[open]',
  },
  {
    name: 'dice',
    who: 'player',
    path: '/dice',
    feeds: /\/games\/(?:rules|records|rounds)/,
    without: ['empty'],
  },
  { name: 'limbo', who: 'player', path: '/limbo' },
  { name: 'mines', who: 'player', path: '/mines' },
  { name: 'row-double', who: 'player', path: '/rowDouble' },
  { name: 'double', who: 'player', path: '/double', feeds: /\/games\/shared/, without: ['empty'] },
  { name: 'lucky-color', who: 'player', path: '/luckyColor', feeds: /\/games\/shared/, without: ['empty'] },
  { name: 'play-games', who: 'player', path: '/play', feeds: /\/game\/catalogue/ },
  {
    name: 'play-crash',
    who: 'visitor',
    path: '/play?game=palpite-crash&demo=1',
    feeds: /\/game\/demo/,
    without: ['empty'],
    sees: 'iframe[data-standing="ready"]',
  },
  {
    name: 'play-slot',
    who: 'player',
    path: '/play?game=palpite-slot',
    sees: 'iframe[data-standing="ready"]',
  },
  { name: 'records-bets', who: 'player', path: '/registros', feeds: /\/sportsbook\/bets/ },
  { name: 'records-games', who: 'player', path: '/registros?tab=games', feeds: /\/games\/rounds/ },
  {
    name: 'records-wallet',
    who: 'player',
    path: '/registros?tab=wallet',
    feeds: /\/order\/records|user\/(?:entries|statement)/,
  },
  { name: 'records-visitor', who: 'visitor', path: '/registros' },
  { name: 'account', who: 'player', path: '/conta', feeds: /\/order\/getPrices/ },
  {
    name: 'account-withdraw',
    who: 'player',
    path: '/conta?tab=withdraw',
    feeds: /\/order\/getWithdraw/,
    without: ['empty'],
  },
  { name: 'account-visitor', who: 'visitor', path: '/conta' },
  { name: 'vip', who: 'climber', path: '/vip', feeds: /\/rewards\/vip/, without: ['empty'] },
  { name: 'vip-visitor', who: 'visitor', path: '/vip' },
  { name: 'agent', who: 'player', path: '/agentJl', feeds: /\/rewards\/(?:invitations|commissions)/ },
  { name: 'share', who: 'player', path: '/share', feeds: /\/rewards\/invitations/ },
  { name: 'ladder', who: 'player', path: '/ladderBonus', feeds: /\/rewards\/ladder/ },
  {
    name: 'game-bonus',
    who: 'climber',
    path: '/gamebouns',
    feeds: /\/rewards\/gameBonus/,
    without: ['empty'],
  },
  { name: 'check-in', who: 'player', path: '/signInSheet', feeds: /\/rewards\/checkIn/, without: ['empty'] },
  {
    name: 'activity',
    who: 'player',
    path: '/active{activity}',
    feeds: /\/rewards\/activities/,
    without: ['empty'],
  },
  { name: 'messages', who: 'player', path: '/gameMess', feeds: /\/messages\/list/ },
  {
    name: 'message',
    who: 'player',
    path: '/gameMess?kind=cashier',
    press: [/Depósito confirmado/],
    sees: 'dialog[open]',
  },
  {
    name: 'message-preferences',
    who: 'player',
    path: '/gameMess',
    press: ['Avisos'],
    feeds: /\/messages\/preferences/,
    without: ['empty'],
  },
  { name: 'pay-success', who: 'player', path: '/paySuccess' },
  { name: 'error', who: 'visitor', path: '/error?code=1403' },
  { name: 'help', who: 'visitor', path: '/ajuda' },
  { name: 'help-rules', who: 'visitor', path: '/ajuda/regras' },
  { name: 'help-terms', who: 'visitor', path: '/ajuda/termos' },
  { name: 'help-article', who: 'visitor', path: '/ajuda/artigos/mines' },
  { name: 'login', who: 'visitor', path: '/home', press: ['Entrar'], sees: 'dialog[open] img' },
  { name: 'login-guard', who: 'visitor', path: '/share', sees: '[role=alertdialog]' },
  { name: 'start-mask', who: 'visitor', path: '/main', enters: 'login', sees: 'dialog[open]' },
  {
    name: 'second-deposit',
    who: 'visitor',
    path: '/main',
    enters: 'register',
    feeds: /\/order\/getPrices/,
    sees: 'dialog[open] [role=radio], dialog[open] [type=radio]',
  },
  { name: 'register', who: 'visitor', path: '/registered', sees: 'dialog[open] img' },
  {
    name: 'forgot-password',
    who: 'visitor',
    path: '/home',
    press: ['Entrar', 'Esqueci a senha'],
    sees: 'dialog[open]',
  },
  { name: 'menu', who: 'visitor', path: '/home', press: ['Menu'], sees: 'dialog[open]' },
  { name: 'games-sheet', who: 'player', path: '/home', press: [/^Jogos$/], sees: 'dialog[open]' },
  { name: 'languages', who: 'visitor', path: '/home', press: ['Menu', /^Idioma/], sees: 'dialog[open]' },
  { name: 'download', who: 'visitor', path: '/home', press: ['Menu', /^Download/], sees: 'dialog[open]' },
  {
    name: 'customer-service',
    who: 'visitor',
    path: '/ajuda',
    press: ['Atendimento ao Cliente'],
    sees: 'dialog[open]',
  },
  {
    name: 'support',
    who: 'player',
    path: '/home',
    press: ['Menu', 'Atendimento ao Cliente'],
    feeds: /\/support\/chat/,
    without: ['empty'],
  },
  { name: 'account-menu', who: 'player', path: '/home', press: [/^Minha conta/], sees: 'dialog[open]' },
  {
    name: 'avatars',
    who: 'player',
    path: '/home',
    press: [/^Minha conta/, 'Trocar avatar'],
    sees: 'dialog[open]',
  },
  {
    name: 'change-password',
    who: 'player',
    path: '/home',
    press: [/^Minha conta/, 'Mudar senha'],
    sees: 'dialog[open]',
  },
  {
    name: 'change-email',
    who: 'player',
    path: '/home',
    press: [/^Minha conta/, 'Mudar e-mail'],
    sees: 'dialog[open]',
  },
  {
    name: 'devices',
    who: 'player',
    path: '/home',
    press: [/^Minha conta/, 'Aparelhos'],
    feeds: /\/user\/sessions/,
  },
  {
    name: 'settings',
    who: 'player',
    path: '/home',
    press: [/^Minha conta/, 'Configurações'],
    sees: 'dialog[open]',
  },
  {
    name: 'limits',
    who: 'player',
    path: '/home',
    press: ['Menu', 'Jogo responsável'],
    feeds: /\/protection\/limits/,
    without: ['empty'],
  },
  { name: 'kyc', who: 'newcomer', path: '/home', press: ['Depositar'], sees: 'dialog[open]' },
  { name: 'deposit', who: 'player', path: '/home', press: ['Depositar'], feeds: /\/order\/getPrices/ },
  {
    name: 'payment',
    who: 'player',
    path: '/home',
    press: ['Depositar', /^Depositar R\$\s100,00/, 'Confirmar'],
    sees: 'dialog[open] iframe',
  },
  {
    name: 'test-account',
    who: 'tester',
    path: '/home',
    press: [/^Minha conta/, 'Conta de teste'],
    sees: 'dialog[open]',
  },
  {
    name: 'fairness',
    who: 'player',
    path: '/dice',
    press: [/ver semente/],
    feeds: /\/games\/seeds/,
    without: ['empty'],
  },
  { name: 'game-menu', who: 'player', path: '/dice', press: ['Mais opções do jogo'], sees: 'dialog[open]' },
  {
    name: 'game-rules',
    who: 'player',
    path: '/dice',
    press: ['Mais opções do jogo', 'Regras do jogo'],
    sees: 'dialog[open]',
  },
  {
    name: 'game-summary',
    who: 'player',
    path: '/dice',
    press: ['Mais opções do jogo', 'Meu resumo'],
    sees: 'dialog[open]',
  },
  { name: 'game-round', who: 'climber', path: '/dice', press: [/ (ganhou|perdeu)$/], sees: 'dialog[open]' },
  {
    name: 'room-chain',
    who: 'visitor',
    path: '/double',
    press: [/Sorteio verificável/],
    sees: 'dialog[open]',
  },
  {
    name: 'room-rules',
    who: 'visitor',
    path: '/double',
    press: ['Mais opções do jogo', 'Regras do jogo'],
    sees: 'dialog[open]',
  },
  { name: 'award', who: 'climber', path: '/home', sees: 'dialog[open]' },
  {
    name: 'bonus-increase',
    who: 'climber',
    path: '/gamebouns',
    press: ['Liberar bônus'],
    sees: 'dialog[open]',
  },
]
