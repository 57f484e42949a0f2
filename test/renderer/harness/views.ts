import type { Page } from 'playwright-core';
import type { Scenario } from './sample/state.ts';

/** One thing to look at: a scenario, a place, and what to do there before the picture is taken. */
export interface View {
  name: string;
  scenario: Scenario;
  hash: string;
  act?: (page: Page) => Promise<void>;
}

const button = (page: Page, index: string) => page.locator(index).first();
/** Opens the nth tool card of the conversation. */
const openCard = (nth: number) => async (page: Page) => {
  await page.locator('article article > button[aria-expanded]').nth(nth).click();
};

export const VIEWS: readonly View[] = [
  { name: 'welcome', scenario: 'fresh', hash: '#/welcome' },
  { name: 'welcome-weather', scenario: 'fresh', hash: '#/welcome', act: (page) => button(page, 'main section:nth-of-type(2) button').click() },
  { name: 'chat-empty', scenario: 'rich', hash: '#/chat' },
  { name: 'chat-empty-offline', scenario: 'fresh', hash: '#/servers', act: (page) => page.keyboard.press('Control+n') },
  { name: 'chat-weather', scenario: 'rich', hash: '#/chat/c1' },
  { name: 'chat-weather-card', scenario: 'rich', hash: '#/chat/c1', act: openCard(0) },
  { name: 'chat-stream', scenario: 'rich', hash: '#/chat/c3' },
  { name: 'chat-tools', scenario: 'rich', hash: '#/chat/c2' },
  {
    name: 'chat-tool-choice',
    scenario: 'rich',
    hash: '#/chat/c1',
    act: async (page) => {
      await page.locator('main header .lucide-wrench').click();
      await page.locator('[role=dialog] [role=switch]').nth(1).click();
      await page.locator('[role=dialog] button[aria-expanded]').last().click();
      await page.locator('[role=dialog] [role=switch]').last().click();
    },
  },
  { name: 'chat-failures', scenario: 'rich', hash: '#/chat/c5' },
  { name: 'chat-form', scenario: 'offline', hash: '#/chat/c6' },
  {
    name: 'chat-mcp',
    scenario: 'rich',
    hash: '#/chat/c1',
    act: async (page) => {
      await page.locator('#composer').fill('/mcp');
      await page.locator('#composer').press('Enter');
    },
  },
  { name: 'chat-slash', scenario: 'rich', hash: '#/chat', act: (page) => page.locator('#composer').fill('/') },
  { name: 'approval', scenario: 'approval', hash: '#/chat/c1' },
  { name: 'approval-edit', scenario: 'approval', hash: '#/chat/c1', act: (page) => page.locator('[role=alertdialog] h3 + button').click() },
  { name: 'approval-destructive', scenario: 'destructive', hash: '#/chat/c2' },
  { name: 'approval-changed', scenario: 'changed', hash: '#/chat/c2' },
  { name: 'approval-queue', scenario: 'queue', hash: '#/chat/c1' },
  {
    name: 'approval-edit-destructive',
    scenario: 'destructive',
    hash: '#/chat/c2',
    act: async (page) => {
      await page.locator('[role=alertdialog] h3 + button').click();
      await page.getByLabel(/^destination/).fill('/home/ling/projects/harbour/archive/2026-old.md');
    },
  },
  {
    name: 'approval-always',
    scenario: 'destructive',
    hash: '#/chat/c2',
    act: async (page) => {
      const wide = page.locator('[role=alertdialog] footer button').nth(2);
      if (await wide.isVisible()) await wide.click();
      else {
        await page.locator('[role=alertdialog] footer [aria-haspopup=menu]').click();
        await page.locator('[role=menuitem]').last().click();
      }
    },
  },
  {
    name: 'approval-deny-reason',
    scenario: 'destructive',
    hash: '#/chat/c2',
    act: (page) => page.locator('[role=alertdialog] footer button').nth(1).click(),
  },
  { name: 'approval-aside', scenario: 'destructive', hash: '#/servers', act: (page) => page.keyboard.press('Escape') },
  { name: 'servers', scenario: 'rich', hash: '#/servers' },
  { name: 'servers-none', scenario: 'fresh', hash: '#/servers' },
  { name: 'server-overview', scenario: 'rich', hash: '#/servers/weather' },
  { name: 'server-failed', scenario: 'rich', hash: '#/servers/notes' },
  { name: 'server-sign-in', scenario: 'rich', hash: '#/servers/github' },
  {
    name: 'server-account',
    scenario: 'rich',
    hash: '#/servers/github',
    act: async (page) => {
      await page.locator('main .lucide-log-in').click();
      await page.locator('main .lucide-log-out').waitFor();
      await page.locator('main section button[aria-expanded]').first().click();
    },
  },
  { name: 'server-tools', scenario: 'rich', hash: '#/servers/files', act: (page) => page.locator('[role=tab]').nth(1).click() },
  {
    name: 'server-tool',
    scenario: 'rich',
    hash: '#/servers/files',
    act: async (page) => {
      await page.locator('[role=tab]').nth(1).click();
      await page.locator('[role=tabpanel] input').first().fill('edit_file');
      await page.getByRole('button', { name: /edit_file/ }).click();
      await page.locator('[data-testid=virtuoso-item-list] dl').waitFor();
      await page.getByRole('button', { name: /edit_file/ }).evaluate((element) => element.scrollIntoView());
    },
  },
  {
    name: 'server-tool-try',
    scenario: 'rich',
    hash: '#/servers/weather',
    act: async (page) => {
      await page.locator('[role=tab]').nth(1).click();
      await page.getByRole('button', { name: /get_forecast/ }).click();
      await page.locator('main .pl-\\[22px\\] button').first().click();
      await page.locator('main [role=tabpanel] input:not([type=radio])').first().fill('杭州');
      await page
        .locator('main [role=tabpanel] button')
        .filter({ hasText: /^(?:Run|运行)$/ })
        .click();
      await page.getByRole('region', { name: /^(?:On the wire|线上内容)$/ }).waitFor();
    },
  },
  { name: 'server-logs', scenario: 'rich', hash: '#/servers/files', act: (page) => page.locator('[role=tab]').nth(2).click() },
  {
    name: 'server-edit',
    scenario: 'rich',
    hash: '#/servers/postgres',
    act: async (page) => {
      await page.locator('[role=tab]').first().waitFor();
      await page.locator('main button[aria-haspopup=menu]').last().click();
      await page.locator('[role=menuitem]').first().click();
      await page.locator('[role=dialog] footer button').first().click();
    },
  },
  {
    name: 'server-values',
    scenario: 'rich',
    hash: '#/servers/tickets',
    act: async (page) => {
      await page.locator('[role=note] button').first().click();
      await page.locator('[role=dialog] input[type=password]').first().fill('typed');
    },
  },
  {
    name: 'server-export',
    scenario: 'rich',
    hash: '#/servers',
    act: (page) => page.locator('main header button').nth(1).click(),
  },
  {
    name: 'server-programs',
    scenario: 'rich',
    hash: '#/servers',
    act: (page) => page.locator('main header button').first().click(),
  },
  {
    name: 'server-import',
    scenario: 'rich',
    hash: '#/servers',
    act: async (page) => {
      await page.locator('main header button[aria-haspopup=menu]').click();
      await page.locator('[role=menuitem]').nth(1).click();
      await page.locator('[role=dialog] input[type=checkbox]').first().click();
    },
  },
  { name: 'question', scenario: 'question', hash: '#/chat/c1' },
  { name: 'question-secret', scenario: 'question-secret', hash: '#/servers' },
  { name: 'question-page', scenario: 'question-page', hash: '#/chat/c1' },
  { name: 'trust', scenario: 'trust', hash: '#/chat' },
  { name: 'status-popover', scenario: 'rich', hash: '#/chat/c1', act: (page) => page.locator('[aria-haspopup=dialog]').first().click() },
  { name: 'status-notices', scenario: 'rich', hash: '#/chat/c1', act: (page) => page.locator('[aria-haspopup=dialog]').last().click() },
  { name: 'mode-menu', scenario: 'allow-all', hash: '#/chat', act: (page) => page.locator('[aria-haspopup=menu]').last().click() },
  { name: 'settings-model', scenario: 'rich', hash: '#/settings/model' },
  { name: 'settings-permissions', scenario: 'rich', hash: '#/settings/permissions' },
  {
    name: 'settings-rule-editor',
    scenario: 'rich',
    hash: '#/settings/permissions',
    act: (page) => page.locator('[data-scroller] li button').nth(2).click(),
  },
  {
    name: 'settings-audit',
    scenario: 'rich',
    hash: '#/settings/audit',
    act: (page) => page.locator('[data-scroller] section button[aria-expanded]').first().click(),
  },
  { name: 'settings-appearance', scenario: 'rich', hash: '#/settings/appearance' },
  { name: 'settings-mcp', scenario: 'rich', hash: '#/settings/mcp' },
  { name: 'settings-about', scenario: 'rich', hash: '#/settings/about' },
  { name: 'palette', scenario: 'rich', hash: '#/chat/c1', act: (page) => page.keyboard.press('Control+k') },
];
