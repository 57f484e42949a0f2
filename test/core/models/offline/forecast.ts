// @ts-expect-error the example is plain JavaScript, as its readers will write it
import { describe, forecastFor } from '../../../../examples/weather-server/forecast.mjs';

/** The text of the weather example for a city. */
export const forecastText = (city: string): string => String(describe(forecastFor(city)));
