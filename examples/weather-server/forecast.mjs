// Made-up weather: the same city always gets the same forecast, so that lessons, tests and demos can be repeated.
import { createHash } from 'node:crypto';

const SKIES = [
  { zh: '晴', en: 'sunny', rain: [0, 10] },
  { zh: '多云', en: 'cloudy', rain: [10, 30] },
  { zh: '阴', en: 'overcast', rain: [25, 45] },
  { zh: '小雨', en: 'light rain', rain: [60, 85] },
  { zh: '雷阵雨', en: 'thunderstorms', rain: [75, 95] },
];

/** Cities whose lesson should always end the same way; the rest follows from the name. */
const FIXED = { 杭州: 3, hangzhou: 3, 北京: 0, beijing: 0 };

/**
 * Tomorrow's sample forecast for a city.
 * @param {string} city any name, in any script
 * @returns {{ city: string, day: 'tomorrow', condition: string, conditionEn: string, temperatureLowC: number, temperatureHighC: number,
 *   precipitationProbability: number, humidityPercent: number, source: 'sample' }} temperatures in °C, probabilities in percent
 */
export function forecastFor(city) {
  const key = city.trim().toLowerCase();
  const bytes = createHash('sha256').update(key).digest();
  const sky = SKIES[FIXED[key] ?? bytes[0] % SKIES.length];
  const [least, most] = sky.rain;
  const low = 4 + (bytes[1] % 20);
  return {
    city: city.trim(),
    day: 'tomorrow',
    condition: sky.zh,
    conditionEn: sky.en,
    temperatureLowC: low,
    temperatureHighC: low + 4 + (bytes[2] % 8),
    precipitationProbability: least + (bytes[3] % (most - least + 1)),
    humidityPercent: 40 + (bytes[4] % 55),
    source: 'sample',
  };
}

/** The forecast as two short lines, Chinese and English, marked as made up. */
export function describe(f) {
  const degrees = `${f.temperatureLowC}–${f.temperatureHighC} °C`;
  return [
    `${f.city}明天${f.condition}，${degrees}，降水概率 ${f.precipitationProbability}%，湿度 ${f.humidityPercent}%。（示例数据，并非真实预报）`,
    `Tomorrow in ${f.city}: ${f.conditionEn}, ${degrees}, chance of rain ${f.precipitationProbability}%, humidity ${f.humidityPercent}%. (Sample data, not a real forecast.)`,
  ].join('\n');
}
