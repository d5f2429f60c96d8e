import { useQuery } from '@tanstack/react-query'
import { cloneElement, Suspense, useRef } from 'react'
import { lazilyAtHome } from '../../shared/feature.ts'
import { Row } from '../../shared/row/Row.tsx'
import { useIsLoggedIn } from '../../shared/session.ts'
import { useText } from '../../shared/text/text.ts'
import { heroSlides, slidesKey } from './hero-slides.ts'
import { HeroSlide } from './HeroSlide.tsx'

const HeroDots = lazilyAtHome(() => import('./HeroDots.tsx').then((module) => module.HeroDots))

/**
 * The banners, moved by swipe or Tab, with a dot for each; no automatic motion. First those that operators planned,
 * which come in a chunk of their own; then drawings with live text. Keyed by place, so that a planned one takes the
 * place of a drawing and nothing in sight moves.
 */
export function Hero() {
  const t = useText()
  const isLoggedIn = useIsLoggedIn()
  const row = useRef<HTMLDivElement>(null)
  const { data: planned = [] } = useQuery({
    queryKey: [slidesKey, isLoggedIn],
    queryFn: () => import('./planned-slides.tsx').then((module) => module.plannedSlides(isLoggedIn)),
  })
  const slides = [
    ...planned,
    ...heroSlides(isLoggedIn).map((slide, index) => (
      <HeroSlide key={slide.title} slide={slide} isFirst={index === 0} />
    )),
  ]
  return (
    <section aria-label={t('home.hero.label')} className="mt-8">
      <Row label={t('home.hero.label')}>
        <div
          ref={row}
          className="no-bar flex snap-x snap-mandatory scroll-px-12 gap-10 overflow-x-auto px-12"
        >
          {slides.map((slide, key) => cloneElement(slide, { key }))}
        </div>
      </Row>
      <div aria-hidden="true" className="mt-10 flex h-6 justify-center gap-5 wide:hidden">
        <Suspense fallback={null}>
          <HeroDots row={row} count={slides.length} />
        </Suspense>
      </div>
    </section>
  )
}
