import * as z from 'zod/mini'
import { bannerAudience, bannerPlace, pictureId } from '../banners.ts'
import { day, instant, requestId } from '../call.ts'
import { textLanguages } from '../languages.ts'
import { defineOperatorCalls } from './call.ts'

const bannerId = z.string().check(z.regex(/^[1-9]\d{0,14}$/))
const params = z.strictObject({ bannerId })

const words = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const text = z.strictObject({ title: words(60), alt: words(140), action: words(24) })

/** The texts by language; Portuguese is always there. A language without texts gets the English ones, else the Portuguese. */
const texts = z
  .partialRecord(z.enum(textLanguages), text)
  .check(z.refine((given) => given['pt-BR'] !== undefined, { path: ['pt-BR'] }))

/** The content of a banner. */
const content = {
  place: bannerPlace,
  pictureId,
  texts,
  /** A page of the app, or an https address on an allowed host. */
  href: z.string().check(z.minLength(2), z.maxLength(300)),
  /** Banners of the home page stand by ascending order, then by age. */
  order: z.int().check(z.minimum(1), z.maximum(99)),
  audience: bannerAudience,
  /** The minimum level of signed-in players; 0 for all of them. */
  minVipLevel: z.int().check(z.minimum(0), z.maximum(12)),
  startsOn: day,
  /** The first day on which it no longer shows. */
  endsOn: day,
}

/** The maximum picture as base64, about 1.5 MB. */
const MAX_PICTURE_LETTERS = 2_000_000

/** What operators show on the home page and at the start: planned by one, approved by another. */
export const operatorBannerCalls = defineOperatorCalls({
  'GET /api/backoffice/banners': {
    summary:
      'All versions of banners and start masks, newest first, with their state today, and what their links may lead to',
    permission: 'settings.read',
    query: z.strictObject({}),
    data: z.object({
      today: day,
      /** The pages of the app that exist under the compliance profile, and the hosts of https links. */
      pages: z.array(z.string()),
      hosts: z.array(z.string()),
      banners: z.array(
        z.object({
          bannerId: z.string(),
          ...content,
          /** The version that it replaces from its first day on. */
          replaces: z.nullable(z.string()),
          reason: z.string(),
          status: z.enum([
            'open',
            'scheduled',
            'live',
            'replaced',
            'ended',
            'expired',
            'rejected',
            'stopped',
          ]),
          proposedBy: z.int(),
          proposedAt: instant,
          approvedBy: z.nullable(z.int()),
          endedBy: z.nullable(z.int()),
        }),
      ),
    }),
  },
  'POST /api/backoffice/banners': {
    summary: 'Plans a banner, or another version of one; once by its request id; audited',
    permission: 'settings.propose',
    body: z.strictObject({
      requestId,
      ...content,
      replaces: z.nullable(bannerId),
      reason: z.string().check(z.minLength(10), z.maxLength(500)),
    }),
    data: z.object({ bannerId: z.string() }),
  },
  'POST /api/backoffice/banners/pictures': {
    summary:
      'Keeps a picture for a banner, re-encoded without hidden data; the same picture is kept once; audited',
    permission: 'settings.propose',
    /** Base64 of a JPEG, PNG or WebP. */
    body: z.strictObject({
      picture: z
        .string()
        .check(z.minLength(4), z.maxLength(MAX_PICTURE_LETTERS), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
    }),
    bodyBytes: MAX_PICTURE_LETTERS + 16 * 1024,
    data: z.object({ pictureId }),
  },
  'GET /api/backoffice/banners/pictures/:pictureId': {
    summary: 'A picture that an operator uploaded, base64 of a WebP',
    permission: 'settings.read',
    params: z.strictObject({ pictureId }),
    data: z.object({ webp: z.string() }),
  },
  'POST /api/backoffice/banners/:bannerId/approve': {
    summary:
      'Approves a banner that an independent operator planned; it shows from its first day on; audited',
    permission: 'settings.approve',
    needsTwo: true,
    params,
    data: z.null(),
  },
  'POST /api/backoffice/banners/:bannerId/end': {
    summary: 'Rejects a planned banner, takes back one that is to come, or stops one at once; audited',
    permission: 'settings.approve',
    params,
    data: z.null(),
  },
})
