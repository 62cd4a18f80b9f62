import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { AboutPage } from './about-page.tsx'
import { CancellationPage } from './cancellation-page.tsx'
import { HelpPage } from './help-page.tsx'
import { PrivacyPage } from './privacy-page.tsx'
import { TermsPage } from './terms-page.tsx'

const PAGES = {
  about: AboutPage,
  cancellation: CancellationPage,
  help: HelpPage,
  privacy: PrivacyPage,
  terms: TermsPage,
} as const

/** The text pages, in one chunk since each is small. A URL fragment scrolls to its section. */
export default function PagesScreen({ page }: { readonly page: keyof typeof PAGES }) {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  const Page = PAGES[page]
  return <Page />
}
