import { api } from '../shared/api/api.ts'
import { callKey } from '../shared/api/use-call.ts'
import { hasChosenLanguage, useLook } from '../shared/look.ts'
import { queryClient } from '../shared/query.ts'
import { loadLanguage } from '../shared/text/text.ts'

const POLICY = 'GET /api/app/protection/policy'

/**
 * Replaces a browser language that the policy does not allow. A language the player chose stays (they can change it),
 * and Portuguese is always allowed.
 */
export const keepToPolicy = async (): Promise<void> => {
  const { language } = useLook.getState()
  if (hasChosenLanguage() || language === 'pt-BR') return
  const { locales } = await queryClient.fetchQuery({
    queryKey: callKey(POLICY),
    queryFn: () => api(POLICY, { loading: false, inline: true }),
    staleTime: Infinity,
  })
  if (!locales.includes(language)) await loadLanguage(locales[0] ?? 'pt-BR')
}
