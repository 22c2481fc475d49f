import { chooseLanguages } from './languages.ts';
import { fill } from './fill.ts';
import { offerCopies } from './copies.ts';
import { offerKey } from './own-key.ts';

fill('base-url', location.origin);
chooseLanguages();
offerCopies();
void offerKey();

const isNarrow = matchMedia('(max-width: 52rem)');
/** Closes the list of pages on a phone, where it would fill the screen. */
const showPages = (): void => {
  document.querySelector('.pages')?.toggleAttribute('open', !isNarrow.matches);
};
isNarrow.addEventListener('change', showPages);
showPages();
