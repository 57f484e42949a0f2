/** A text as a sentence that another one can follow: foreign reasons often come without their full stop. */
export const sentence = (text: string): string => (/[.!?…:]\s*$/.test(text) ? text : `${text}.`);
