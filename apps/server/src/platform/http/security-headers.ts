import type { Config } from '../config.ts'

export type Headers = Readonly<Record<string, string>>

/**
 * The security headers, computed once: a package that rebuilt them for every answer took a twelfth of the time of a
 * round of dice. `data` is for answers of calls, which are neither pages nor framed; `page` for everything else.
 */
export function securityHeaders(
  config: Pick<Config, 'SANDBOX_URL' | 'SUPPORT_URL' | 'STUDIO_URL' | 'STUDIO_ORIGINS' | 'publicUrl'>,
): {
  page: Headers
  data: Headers
} {
  const everywhere = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    ...(config.publicUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
  return {
    data: { ...everywhere, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" },
    page: {
      ...everywhere,
      'content-security-policy': contentPolicy(config),
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'x-dns-prefetch-control': 'off',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
    },
  }
}

/**
 * Strict content policy: only our own scripts; frames for the payment page and games are our own, a chat from its
 * provider, studio games and their pictures from the studios.
 */
function contentPolicy({
  SANDBOX_URL,
  SUPPORT_URL,
  STUDIO_URL,
  STUDIO_ORIGINS,
}: Pick<Config, 'SANDBOX_URL' | 'SUPPORT_URL' | 'STUDIO_URL' | 'STUDIO_ORIGINS'>): string {
  const sandbox = SANDBOX_URL ? ` ${new URL(SANDBOX_URL).origin}` : ''
  const support = SUPPORT_URL ? ` ${new URL(SUPPORT_URL).origin}` : ''
  const studio = STUDIO_URL ? ` ${new URL(STUDIO_URL).origin}` : ''
  const studios = `${studio}${STUDIO_ORIGINS ? ` ${STUDIO_ORIGINS}` : ''}`
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${studios}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    `frame-src 'self'${sandbox}${support}${studios}`,
    `form-action 'self'${sandbox}`,
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
  ].join(';')
}
