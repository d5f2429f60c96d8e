import { hash } from 'node:crypto'

/** 256 random bits: nobody guesses a session. */
export const TOKEN_BYTES = 32

/** What is kept of a token. Tokens are random, so one plain round of SHA-256 is enough. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url')
