import * as z from 'zod/mini'
import { defineCalls } from './call.ts'

/** Where a banner stands: in the carousel of the home page, or as the mask that opens at the start. */
export const bannerPlace = z.enum(['home', 'start'])
export type BannerPlace = z.output<typeof bannerPlace>

/** Who sees a banner: all, or signed-in players from a VIP level on. */
export const bannerAudience = z.enum(['all', 'players'])

/** A picture by the SHA-256 of its bytes. */
export const pictureId = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/**
 * The pages of the app that a banner may lead to, each with the reward that must exist under the compliance profile
 * (null: none). Only pages that a visitor may open or that ask for a sign-in themselves.
 */
export const bannerPages = {
  '/footballPage': null,
  '/mines': null,
  '/dice': null,
  '/limbo': null,
  '/luckyColor': null,
  '/rowDouble': null,
  '/double': null,
  '/conta': null,
  '/registros': null,
  '/ajuda': null,
  '/ajuda/regras': null,
  '/vip': 'levels',
  '/share': 'referrals',
  '/agentJl': 'referrals',
  '/ladderBonus': 'referrals',
  '/gamebouns': 'stakes',
  '/signInSheet': 'promotions',
} as const satisfies Record<string, 'levels' | 'referrals' | 'promotions' | 'stakes' | null>

/** The same for pages of one match, one activity and one help article. */
export const bannerPagePatterns = [
  { pattern: /^\/footballPage\/\d{1,15}$/, needs: null },
  { pattern: /^\/active[a-z0-9][a-z0-9-]{0,39}$/, needs: 'promotions' },
  { pattern: /^\/ajuda\/artigos\/[A-Za-z]{1,40}$/, needs: null },
] as const

/** The banners of players. */
export const bannerCalls = defineCalls({
  'GET /api/app/rewards/banners': {
    summary: 'The banners of the home page in their order and the start mask that show today',
    access: 'visitor',
    data: z.object({
      banners: z.array(
        z.object({
          bannerId: z.string(),
          place: bannerPlace,
          audience: bannerAudience,
          minVipLevel: z.int(),
          /** The language of its texts: a banner without texts in the caller's language falls back. */
          lang: z.string(),
          title: z.string(),
          /** What the picture shows, for those who cannot see it. */
          alt: z.string(),
          action: z.string(),
          /** A page of the app, or an https address. */
          href: z.string(),
          pictureId,
        }),
      ),
    }),
  },
  'GET /api/app/rewards/banners/picture/:pictureId': {
    summary: 'The picture of an approved banner; it never changes',
    access: 'visitor',
    params: z.strictObject({ pictureId }),
    raw: 'image/webp',
    data: z.null(),
  },
})
