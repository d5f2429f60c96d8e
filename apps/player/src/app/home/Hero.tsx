import { Row } from '../../shared/row/Row.tsx'
import { useIsLoggedIn } from '../../shared/session.ts'
import { useText } from '../../shared/text/text.ts'
import { heroSlides } from './hero-slides.ts'
import { HeroSlide } from './HeroSlide.tsx'
import { useCarousel } from './use-carousel.ts'

/** The banners: drawings with live text, moved by swipe or Tab, with a dot for each. No automatic motion. */
export function Hero() {
  const t = useText()
  const isLoggedIn = useIsLoggedIn()
  const slides = heroSlides(isLoggedIn)
  const { row, at } = useCarousel()
  return (
    <section aria-label={t('home.hero.label')} className="mt-8">
      <Row label={t('home.hero.label')}>
        <div
          ref={row}
          className="no-bar flex snap-x snap-mandatory scroll-px-12 gap-10 overflow-x-auto px-12"
        >
          {slides.map((slide, index) => (
            <HeroSlide key={slide.title} slide={slide} isFirst={index === 0} />
          ))}
        </div>
      </Row>
      <div aria-hidden="true" className="mt-10 flex justify-center gap-5 wide:hidden">
        {slides.map((slide, index) => (
          <span
            key={slide.title}
            data-here={index === at || undefined}
            className="h-6 w-6 rounded-full bg-surface-4 transition-[width] duration-(--dur-2) data-here:w-18 data-here:bg-brand-line"
          />
        ))}
      </div>
    </section>
  )
}
