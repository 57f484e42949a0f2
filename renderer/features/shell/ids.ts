/** Ids of the places that shortcuts lead to. */
export const SEARCH_ID = 'conversation-search';
export const COMPOSER_ID = 'composer';
export const MAIN_ID = 'main';
