import { describe, expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { reactionTo } from './reaction.ts'

const path = '/api/app/order/withdraw'

describe('the reaction to a failed call', () => {
  test.each([
    { says: 'an answer 401', failure: { http: 401, path }, reaction: 'logOut' },
    {
      says: 'a body with 40101',
      failure: { http: 500, status: 40101, serverMessage: 'x', path },
      reaction: 'logOut',
    },
    {
      says: '9999 on a bet',
      failure: { http: 500, status: 9999, path: '/api/app/games/dice/betPlay' },
      reaction: 'gameDeposit',
    },
    {
      says: '9999 elsewhere',
      failure: { http: 500, status: 9999, serverMessage: 'Saldo insuficiente', path },
      reaction: 'deposit',
    },
    { says: '1403', failure: { http: 500, status: 1403, serverMessage: 'x', path }, reaction: 'errorPage' },
    {
      says: 'a message',
      failure: { http: 500, status: 5101, serverMessage: 'Captcha incorreto', path },
      reaction: 'alert',
    },
    {
      says: 'terms that are to be accepted',
      failure: {
        http: 500,
        status: 5516,
        serverMessage: 'Nossos termos mudaram',
        data: { code: 'terms_due' },
        path: '/api/app/games/dice/betPlay',
      },
      reaction: 'terms',
    },
    {
      says: 'a second factor that is asked for',
      failure: {
        http: 500,
        status: 5116,
        serverMessage: 'Digite o código',
        data: { code: 'second_factor_needed' },
        path: '/api/auth/user/restLogin',
      },
      reaction: 'nothing',
    },
    {
      says: 'a limit of the player',
      failure: {
        http: 500,
        status: 5505,
        serverMessage: 'Seu limite',
        data: { code: 'bet_count_limit' },
        path: '/api/app/games/dice/betPlay',
      },
      reaction: 'limits',
    },
    {
      says: 'a name and CPF that are missing',
      failure: {
        http: 500,
        status: 5203,
        serverMessage: 'Confirme seu nome e CPF antes de continuar.',
        data: { code: 'kyc_needed' },
        path: '/api/app/rewards/checkIn',
      },
      reaction: 'kyc',
    },
    { says: 'no message', failure: { http: 502, path }, reaction: 'errorPage' },
    { says: 'no answer', failure: { http: 0, path }, reaction: 'slow' },
  ] as const)('to $says is $reaction', ({ failure, reaction }) => {
    expect(reactionTo(new ApiError(failure), false)).toBe(reaction)
  })

  test('8.04 1403 opens the error page, also where a section shows its own failures', () => {
    const bug = new ApiError({ http: 500, status: 1403, serverMessage: 'x', path })
    expect(reactionTo(bug, true)).toBe('errorPage')
    expect(reactionTo(bug, false)).toBe('errorPage')
  })

  test("leaves a section's failures to the section, except a lost session and missing money", () => {
    expect(reactionTo(new ApiError({ http: 500, status: 5101, serverMessage: 'x', path }), true)).toBe(
      'nothing',
    )
    expect(reactionTo(new ApiError({ http: 0, path }), true)).toBe('nothing')
    expect(reactionTo(new ApiError({ http: 401, path }), true)).toBe('logOut')
  })
})
