import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../shared/api/use-call.ts'
import { useLanguage } from '../../shared/text/text.ts'
import { usePolicy } from '../../shared/use-policy.ts'
import { type Article, articlesInForce, rulesOf } from './articles.ts'
import { figuresSet, type Rules } from './figures.ts'
import { articlesQuery } from './help-queries.ts'

/** The articles in the current language under the policy in force; operators' figures are blank. */
export function useArticles() {
  const { data, isError, refetch } = useQuery(articlesQuery(useLanguage()))
  const policy = usePolicy().data
  return { data: data && articlesInForce(data, { policy }), isError, refetch }
}

/** One article with the operators' figures: makes only the calls that provide them. */
export function useArticle(slug: string) {
  const language = useLanguage()
  const { data, isError, refetch } = useQuery(articlesQuery(language))
  const policy = usePolicy().data
  const written = data?.find((one) => one.slug === slug)
  const figures = figuresSet(useRules(written), language)
  const [article] = written ? articlesInForce([written], { policy, figures }) : []
  return { article, isRead: data !== undefined, isError, refetch }
}

function useRules(article: Article | undefined): Rules {
  const asked = article ? rulesOf(article) : []
  const options = (rules: keyof Rules) => ({ enabled: asked.includes(rules) })
  const orders = useCall('GET /api/app/order/rules', { loading: false }, options('orders')).data
  const rewards = useCall('GET /api/app/rewards/rules', { loading: false }, options('rewards')).data
  const bets = useCall('GET /api/app/sportsbook/rules', { loading: false }, options('bets')).data
  return { orders, rewards, bets }
}
