import type { BannerPlace } from '@palpite/contract'
import { api } from './api/api.ts'
import { callKey } from './api/use-call.ts'
import { type Limits, limitsKeptMs } from './limits.ts'
import type { PlannedBanner } from './overlays.ts'
import { queryClient } from './query.ts'
import { userInfoKey, type UserInfo } from './session.ts'
import { refreshUser } from './use-user.ts'

const asked = { loading: false, inline: true } as const

/** The player's limits and breaks, cached for some minutes. */
export const readLimits = (): Promise<Limits> =>
  queryClient.fetchQuery({
    queryKey: callKey('GET /api/app/protection/limits'),
    queryFn: () => api('GET /api/app/protection/limits', asked),
    staleTime: limitsKeptMs,
  })

/**
 * The planned banners of a place for this visitor or player, in their order: none for a player who gets no marketing,
 * or as long as that is unknown.
 */
export const bannersFor = async (place: BannerPlace, isLoggedIn: boolean): Promise<PlannedBanner[]> => {
  if (isLoggedIn && (await readLimits()).noMarketing !== false) return []
  const { banners } = await queryClient.fetchQuery({
    queryKey: callKey('GET /api/app/rewards/banners'),
    queryFn: () => api('GET /api/app/rewards/banners', asked),
  })
  const here = banners.filter((one) => one.place === place && (one.audience === 'all' || isLoggedIn))
  const level = here.some(({ minVipLevel }) => minVipLevel > 0) ? await readLevel() : 0
  return here.filter(({ minVipLevel }) => minVipLevel <= level)
}

/** The player's VIP level. */
const readLevel = async (): Promise<number> => {
  const user = await queryClient.ensureQueryData<UserInfo>({ queryKey: userInfoKey, queryFn: refreshUser })
  return user.level
}

/** The address of a banner's picture, which never changes. */
export const bannerPicture = ({ pictureId }: Pick<PlannedBanner, 'pictureId'>): string =>
  `/api/app/rewards/banners/picture/${pictureId}`
