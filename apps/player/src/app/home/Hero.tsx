import { useIsLoggedIn } from '../../shared/session.ts'
import { useText } from '../../shared/text/text.ts'
import { heroSlides } from './hero-slides.ts'
import { HeroSlide } from './HeroSlide.tsx'
import { useCarousel } from './use-carousel.ts'

/** The banners: drawn art with live text, moved by the finger, with a dot for each. Nothing moves by itself. */
export function Hero() {
  const t = useText()
  const isLoggedIn = useIsLoggedIn()
  const slides = heroSlides(isLoggedIn)
  const { row, at, goTo } = useCarousel()
  return (
    <section aria-label={t('home.hero.label')} className="mt-8">
      <div ref={row} className="no-bar flex snap-x snap-mandatory scroll-px-12 gap-10 overflow-x-auto px-12">
        {slides.map((slide) => (
          <HeroSlide key={slide.title} slide={slide} />
        ))}
      </div>
      <div className="flex justify-center">
        {slides.map((slide, index) => (
          <button
            key={slide.title}
            type="button"
            aria-label={t('home.hero.goTo', { number: index + 1, title: t(slide.title).replace(/\n/g, ' ') })}
            aria-current={index === at || undefined}
            onClick={() => goTo(index)}
            className="group grid h-26 min-w-24 cursor-pointer place-items-center px-3"
          >
            <span className="h-6 w-6 rounded-full bg-surface-4 transition-[width] duration-(--dur-2) group-aria-current:w-18 group-aria-current:bg-brand-line" />
          </button>
        ))}
      </div>
    </section>
  )
}
