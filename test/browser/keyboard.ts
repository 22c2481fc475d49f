import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const maxPresses = 60;

/** Presses Tab until a control with this name has the focus. Each control on the way must show its focus. */
export const tabToward = async (page: Page, name: string): Promise<void> => {
  for (let presses = 0; presses < maxPresses; presses += 1) {
    await page.keyboard.press('Tab');
    const { focused, ring } = await page.evaluate<{ focused: string; ring: string }>(`(() => {
      const it = document.activeElement;
      // Between the last and the first control of the page, the browser's own controls have the focus.
      if (it === document.body) return { focused: '', ring: 'of the browser' };
      const { outlineStyle, boxShadow } = getComputedStyle(it);
      const name = it.getAttribute('aria-label') ?? (it.labels?.[0] ?? it).innerText ?? '';
      return { focused: name.replaceAll(/\\s+/g, ' ').trim(), ring: outlineStyle + boxShadow };
    })()`);
    expect(ring, `no visible focus on ${focused}`).not.toBe('nonenone');
    if (focused.startsWith(name)) return;
  }
  throw new Error(`Tab does not reach ${name}.`);
};
