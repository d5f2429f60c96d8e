import { HeroArt, Icon } from '@palpite/ui'
import { useText } from '../../shared/text/text.ts'
import type { Slide } from './hero-slides.ts'

/** One banner, entirely a button. Large text is below the picture. */
export function HeroSlide({ slide, isFirst }: { slide: Slide; isFirst: boolean }) {
  const t = useText()
  return (
    <button
      type="button"
      data-ink={slide.ink}
      onClick={slide.onPress}
      className="group frame-hover relative isolate flex min-h-166 w-346 max-w-full shrink-0 cursor-pointer snap-start flex-col items-start overflow-hidden rounded-24 p-16 ps-18 text-start data-[ink=dark]:text-on-brand data-[ink=light]:text-on-play roomy:pt-180 roomy:data-[ink=dark]:bg-brand roomy:data-[ink=light]:bg-play-tint roomy:data-[ink=light]:text-text"
    >
      <HeroArt
        hero={slide.art}
        isFirst={isFirst}
        className="mirrored absolute inset-0 -z-1 roomy:bottom-auto roomy:h-166"
      />
      <span className="text-11 font-700 tracking-[.02em] uppercase">{t(slide.kicker)}</span>
      <span className="mt-5 mb-10 max-w-208 roomy:max-w-full text-24 leading-[1.08] break-words hyphens-auto font-800 tracking-tighter whitespace-pre-line narrow:max-w-176 narrow:text-20">
        {t(slide.title)}
      </span>
      <span className="mt-auto inline-flex min-h-36 items-center gap-5 rounded-11 px-14 text-13 font-700 group-data-[ink=dark]:bg-on-brand group-data-[ink=dark]:text-brand-hi group-data-[ink=light]:bg-on-play group-data-[ink=light]:text-on-brand">
        {t(slide.action)}
        <Icon name="arrow-right" className="size-16" />
      </span>
    </button>
  )
}
