/** What a word stands for, in both languages. Nouns decide about a tool, verbs only help. */
export interface Concept {
  id: string;
  kind: 'noun' | 'verb';
  en: string;
  zh: string;
}

const noun = (id: string, en: string, zh: string): Concept => ({ id, kind: 'noun', en, zh });
const verb = (id: string, en: string, zh: string): Concept => ({ id, kind: 'verb', en, zh });

/**
 * A small bilingual thesaurus of what tools are commonly about. A word may stand in several rows. It only has to bring the right tool to
 * the top of a short list, so it is kept small and general; words it does not know are compared letter by letter.
 */
export const CONCEPTS: readonly Concept[] = [
  noun(
    'weather',
    'weather forecast climate rain rainy umbrella raincoat temperature sunny snow hot cold',
    '天气 天气预报 预报 气象 气温 温度 下雨 雨 雨伞 带伞 伞 热 冷 下雪 晴',
  ),
  noun('file', 'file document', '文件 文档'),
  noun('folder', 'directory folder dir', '目录 文件夹'),
  noun('tree', 'tree hierarchy', '树 树形 树状 层级'),
  noun('size', 'size large big', '大小 尺寸'),
  noun('info', 'info metadata detail stat property', '详情 属性 元数据 详细信息'),
  noun('time', 'time clock', '时间 几点 时刻'),
  noun('date', 'date calendar', '日期 日历 几号'),
  noun('timezone', 'timezone zone', '时区'),
  noun('memory', 'memory knowledge', '记忆 知识'),
  noun('graph', 'graph', '图谱 知识图谱'),
  noun('entity', 'entity node', '实体 节点'),
  noun('relation', 'relation relationship', '关系 关联'),
  noun('observation', 'observation fact', '观察 事实'),
  noun('sum', 'sum add plus addition total', '加 相加 求和 之和 总和 加上'),
  noun('number', 'number', '数字 数值'),
  noun('message', 'message', '消息 讯息'),
  noun('mail', 'mail email inbox', '邮件 邮箱'),
  noun('image', 'image picture photo', '图片 图像 照片 小图 图'),
  noun('screenshot', 'screenshot', '截图 截屏'),
  noun('audio', 'audio sound voice', '音频 声音 语音'),
  noun('video', 'video movie', '视频 影片'),
  noun('music', 'music song', '音乐 歌曲'),
  noun('page', 'page web website webpage site', '网页 页面 网站'),
  noun('url', 'url link', '网址 链接'),
  noun('database', 'database sql', '数据库'),
  noun('table', 'table', '表格 数据表'),
  noun('code', 'code program script', '代码 程序 脚本'),
  noun('chart', 'chart plot diagram', '图表 柱状图 折线图 饼图'),
  noun('issue', 'issue bug ticket', '工单 缺陷 议题'),
  noun('repo', 'repository repo', '仓库 代码库'),
  noun('commit', 'commit', '提交记录'),
  noun('pull', 'pull merge', '合并请求'),
  noun('news', 'news headline', '新闻 头条'),
  noun('stock', 'stock share', '股票 股价'),
  noun('currency', 'currency exchange rate', '货币 汇率'),
  noun('map', 'map route direction navigation', '地图 路线 导航'),
  noun('place', 'place location address', '地点 位置 地址'),
  noun('city', 'city town', '城市'),
  noun('reminder', 'reminder alarm', '提醒 闹钟'),
  noun('todo', 'todo task', '待办 任务'),
  noun('event', 'event meeting schedule appointment', '会议 日程 活动'),
  noun('note', 'note', '笔记 备注 便签'),
  noun('user', 'user account profile', '用户 账号 账户'),
  noun('environment', 'environment env variable', '环境变量 环境'),
  noun('resource', 'resource', '资源'),
  noun('log', 'log logging', '日志'),
  noun('update', 'update', '更新'),
  noun('operation', 'operation job', '操作'),
  noun('long', 'long slow progress', '长时间 耗时 进度'),
  noun('content', 'content text', '内容 文本 正文'),
  noun('structured', 'structured structure', '结构化'),
  noun('small', 'tiny small', '小'),
  noun('random', 'random dice', '随机 骰子'),
  noun('allowed', 'allowed permitted accessible', '允许 可访问 能访问'),
  noun('root', 'root', '根目录'),
  noun('research', 'research', '研究 调研'),
  noun('paper', 'paper article', '论文 文章'),
  noun('book', 'book', '图书 书籍'),
  noun('recipe', 'recipe', '菜谱 食谱'),
  noun('translation', 'translate translation', '翻译 译'),
  noun('process', 'process', '进程'),
  noun('container', 'container docker', '容器'),
  noun('package', 'package dependency', '软件包 依赖'),
  noun('question', 'question', '问题'),
  verb('echo', 'echo repeat say', '回显 复述 重复'),
  verb('read', 'read open view show cat display print', '读 读取 读一下 打开 查看 看看 看 显示 展示'),
  verb('write', 'write save', '写 写入 写到 写上 保存 存到 存入'),
  verb('edit', 'edit modify change replace', '编辑 修改 更改 替换'),
  verb('create', 'create make new add mkdir', '创建 新建 建立 添加 新增 增加'),
  verb('delete', 'delete remove erase rm', '删除 删掉 删 移除 清除 清空 去掉'),
  verb('list', 'list ls enumerate show', '列出 列一下 列 有哪些 有什么 哪些 清单 列表'),
  verb('search', 'search find look query lookup locate', '搜索 搜一下 搜 查找 查询 检索 寻找 找到 找 查'),
  verb('move', 'move rename mv', '移动 移到 重命名 改名'),
  verb('copy', 'copy duplicate', '复制 拷贝'),
  verb('fetch', 'fetch download get retrieve crawl', '获取 下载 抓取 拉取'),
  verb('send', 'send post', '发送 发给 寄给'),
  verb('click', 'click tap press', '点击 按下'),
  verb('navigate', 'navigate visit browse go', '访问 浏览 前往'),
  verb('run', 'run execute start launch trigger', '运行 执行 启动 触发'),
  verb('convert', 'convert transform', '转换 换算 兑换'),
  verb('calculate', 'calculate compute', '计算 算一下 算'),
  verb('remember', 'remember memorize', '记住 记下 记一下'),
  verb('toggle', 'toggle switch enable disable', '切换 开启 关闭'),
  verb('compress', 'compress zip gzip', '压缩'),
  verb('draw', 'draw render', '画 绘制'),
];

/** Words without meaning for choosing a tool. */
export const STOP_WORDS_EN =
  'a an the of for to in on at by is are was be been do does did it its this that these those and or if then with from into as about please me my i we you your our can could would will shall should may might want need like let lets us tell give what whats which who how when where why there here some any all just also now using use via tool call get got have has had not no';

export const STOP_WORDS_ZH =
  '请 请问 请你 麻烦 麻烦你 帮 帮我 帮忙 给我 告诉我 告诉 我想 我要 我 你 您 他 她 它 我们 你们 想 要 要不要 需要 能不能 能 可不可以 可以 是不是 会不会 会 有没有 一下 一个 一条 一张 一份 看一下 查一下 了解 知道 想知道 什么 怎么样 怎样 如何 多少 几 吗 呢 吧 啊 呀 了 的 得 地 着 过 在 里 里面 中 上 下 从 到 去 出门 来 把 将 被 给 对 和 与 跟 及 或 还是 是 有 就 都 也 还 再 又 很 那 这 那个 这个 这里 那里 用 使用 调用 工具 关于 为 因为 所以 如果 并 并且 然后 该 应该 情况 适合 不 不要 现在 目前 当前 ? ? , 。 ! ! ; : 、';

/** Words that say when; they belong to no place and no topic. */
export const TIME_WORDS_ZH =
  '今天 今日 明天 明日 后天 大后天 昨天 昨日 前天 早上 上午 中午 下午 晚上 今晚 明晚 明早 凌晨 周末 这周 本周 下周 上周 星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天 周一 周二 周三 周四 周五 周六 周日 周天 这个月 下个月 月底 年底 未来 最近 几天';

export const TIME_WORDS_EN =
  'today tomorrow yesterday tonight morning afternoon evening night noon weekend week month year monday tuesday wednesday thursday friday saturday sunday next last this day days hour hours minute minutes later soon currently right';

/** Words that hold a known word by accident: 加 in 加拿大 is no addition. */
export const WHOLE_WORDS_ZH =
  '加拿大 加州 加油 参加 加班 加载 图书 图书馆 地图 看法 看好 读者 写作 写字楼 算法 预算 打算 总算 找零 检查 查理 列车 系列 小时 小学 小心 大小 树木 热门 热爱 热线 冷静 晴朗 雨果 译者 画家 计划 搜狐 删节';
