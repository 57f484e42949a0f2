/** Cities that are asked for most, English name and Chinese name. Others are found by the shape of the sentence (places.ts). */
const PAIRS =
  'Beijing 北京|Shanghai 上海|Guangzhou 广州|Shenzhen 深圳|Hangzhou 杭州|Nanjing 南京|Suzhou 苏州|Chengdu 成都|Chongqing 重庆|Wuhan 武汉|Tianjin 天津|' +
  "Xi'an 西安|Changsha 长沙|Zhengzhou 郑州|Qingdao 青岛|Dalian 大连|Xiamen 厦门|Ningbo 宁波|Wuxi 无锡|Hefei 合肥|Fuzhou 福州|Jinan 济南|Kunming 昆明|" +
  'Harbin 哈尔滨|Shenyang 沈阳|Changchun 长春|Shijiazhuang 石家庄|Taiyuan 太原|Nanchang 南昌|Guiyang 贵阳|Nanning 南宁|Haikou 海口|Sanya 三亚|Lanzhou 兰州|' +
  'Xining 西宁|Yinchuan 银川|Urumqi 乌鲁木齐|Lhasa 拉萨|Hohhot 呼和浩特|Zhuhai 珠海|Dongguan 东莞|Foshan 佛山|Wenzhou 温州|Shaoxing 绍兴|Jiaxing 嘉兴|' +
  'Yangzhou 扬州|Xuzhou 徐州|Changzhou 常州|Nantong 南通|Luoyang 洛阳|Guilin 桂林|Lijiang 丽江|Dali 大理|Yantai 烟台|Weihai 威海|Quanzhou 泉州|Hotan 和田|' +
  'Hong Kong 香港|Macau 澳门|Taipei 台北|Kaohsiung 高雄|Tokyo 东京|Osaka 大阪|Kyoto 京都|Sapporo 札幌|Seoul 首尔|Busan 釜山|Singapore 新加坡|Bangkok 曼谷|' +
  'Kuala Lumpur 吉隆坡|Jakarta 雅加达|Manila 马尼拉|Hanoi 河内|Ho Chi Minh City 胡志明市|Delhi 德里|New Delhi 新德里|Mumbai 孟买|Bangalore 班加罗尔|Dubai 迪拜|' +
  'Istanbul 伊斯坦布尔|Tel Aviv 特拉维夫|Cairo 开罗|Nairobi 内罗毕|Lagos 拉各斯|Cape Town 开普敦|Johannesburg 约翰内斯堡|London 伦敦|Paris 巴黎|Berlin 柏林|' +
  'Munich 慕尼黑|Hamburg 汉堡|Frankfurt 法兰克福|Vienna 维也纳|Zurich 苏黎世|Geneva 日内瓦|Rome 罗马|Milan 米兰|Venice 威尼斯|Madrid 马德里|Barcelona 巴塞罗那|' +
  'Lisbon 里斯本|Amsterdam 阿姆斯特丹|Brussels 布鲁塞尔|Copenhagen 哥本哈根|Stockholm 斯德哥尔摩|Oslo 奥斯陆|Helsinki 赫尔辛基|Warsaw 华沙|Prague 布拉格|' +
  'Budapest 布达佩斯|Athens 雅典|Dublin 都柏林|Edinburgh 爱丁堡|Moscow 莫斯科|Kyiv 基辅|New York 纽约|Los Angeles 洛杉矶|San Francisco 旧金山|Chicago 芝加哥|' +
  'Seattle 西雅图|Boston 波士顿|Washington 华盛顿|Houston 休斯顿|Miami 迈阿密|Las Vegas 拉斯维加斯|Philadelphia 费城|Toronto 多伦多|Vancouver 温哥华|' +
  'Montreal 蒙特利尔|Mexico City 墨西哥城|Sao Paulo 圣保罗|Rio de Janeiro 里约热内卢|Buenos Aires 布宜诺斯艾利斯|Lima 利马|Santiago 圣地亚哥|Sydney 悉尼|' +
  'Melbourne 墨尔本|Brisbane 布里斯班|Auckland 奥克兰|Wellington 惠灵顿|Honolulu 檀香山';

const split = PAIRS.split('|').map((pair) => {
  const gap = pair.lastIndexOf(' ');
  return { en: pair.slice(0, gap), zh: pair.slice(gap + 1) };
});

/** Names as they may stand in a text, longest first, so that New Delhi wins over Delhi. */
export const CITY_NAMES: readonly string[] = split.flatMap(({ en, zh }) => [en, zh]).sort((a, b) => b.length - a.length);

const english = new Map(split.map(({ en, zh }) => [zh, en]));
const chinese = new Map(split.map(({ en, zh }) => [en.toLowerCase(), zh]));

/** The same city in the other language, for tools that only know a fixed list of names. */
export const cityInOtherLanguage = (name: string): string | undefined => english.get(name) ?? chinese.get(name.toLowerCase());
