import { gameSheets } from './game-sheets.ts'
import type { Screen } from './screen.ts'
import { sheets } from './sheets.ts'

const sportsbook = /\/sportsbook\/(?:fixtures|live|sports)/
const entered = 'button[aria-label^="Saldo"], main'

const pages: readonly Screen[] = [
  { name: 'home-visitor', who: 'visitor', path: '/home', feeds: sportsbook },
  { name: 'home', who: 'player', path: '/home', feeds: sportsbook, sees: entered },
  { name: 'sports-live', who: 'visitor', path: '/footballPage?when=live', feeds: sportsbook },
  { name: 'sports-today', who: 'player', path: '/footballPage?when=today', feeds: sportsbook },
  { name: 'sports-week', who: 'visitor', path: '/footballPage?when=week&day=1', feeds: sportsbook },
  {
    name: 'match',
    who: 'player',
    path: '/footballPage/{match}',
    feeds: /\/sportsbook\/(?:fixture\/|form|standings)/,
  },
  {
    name: 'match-live',
    who: 'visitor',
    path: '/footballPage/{liveMatch}',
    feeds: /\/sportsbook\/(?:fixture\/|form|standings)/,
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
    sees: 'iframe[data-frame="ready"]',
  },
  {
    name: 'play-slot',
    who: 'player',
    path: '/play?game=palpite-slot',
    sees: 'iframe[data-frame="ready"]',
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
  { name: 'pay-success', who: 'player', path: '/paySuccess' },
  { name: 'error', who: 'visitor', path: '/error?code=1403' },
  { name: 'help', who: 'visitor', path: '/ajuda' },
  { name: 'help-rules', who: 'visitor', path: '/ajuda/regras' },
  { name: 'help-terms', who: 'visitor', path: '/ajuda/termos' },
  { name: 'help-article', who: 'visitor', path: '/ajuda/artigos/mines' },
  { name: 'login-guard', who: 'visitor', path: '/share', sees: '[role=alertdialog]' },
]

/** Every screen and sheet of the app. Add a new one to a list here. */
export const screens: readonly Screen[] = [...pages, ...sheets, ...gameSheets]
