import { searchTokens } from './searchTokens.ts';

/**
 * Everyday words that mean the same to someone looking for a tool, in English and Chinese: one line is one idea. A request in
 * one language finds tools described in the other. This is a small aid, not a dictionary: a word belongs here when people
 * say it for what a common tool does.
 */
const THINGS = `
weather forecast climate 天气 预报 气象 下雨 降雨 雨伞 带伞 气温 温度
file document 文件 文档
folder directory dir 目录 文件夹
path 路径
email mail 邮件 邮箱 电子邮件
message chat 消息 聊天 短信
image picture photo 图片 照片 图像
video 视频
audio sound music 音频 音乐 声音
time clock timezone 时间 几点 时区
date day 日期 日子
calendar event schedule meeting 日历 日程 会议 安排
reminder alarm 提醒 闹钟
translate translation 翻译
map location geocode place 地图 位置 地点 地址
route direction navigation 路线 导航
news headline 新闻 头条
stock share quote 股票 股价 行情
currency exchange 汇率 货币 兑换
flight airline 航班 机票 飞机
hotel booking 酒店 宾馆 订房
train railway 火车 高铁 车票
web website page url browse 网页 网站 网址 浏览
database sql table 数据库 数据表
calculate compute math sum plus 计算 算一下 求和 加起来 相加
repository repo git 仓库 代码库
commit 提交
branch 分支
issue ticket bug 问题 工单 缺陷
code source 代码 源码
test 测试
note memo 笔记 备忘
task todo 任务 待办
user account member 用户 账号 成员
order purchase 订单 购买
price cost 价格 多少钱 费用
customer client 客户
contact 联系人 通讯录
report summary 报告 报表 总结 摘要
chart graph plot 图表 曲线 柱状图
spreadsheet excel sheet 表格 电子表格
pdf slide presentation 幻灯片 演示
log 日志
memory remember knowledge 记忆 记住 知识
compress zip archive 压缩 归档 打包
count number 数量 统计 几个
random dice 随机 骰子
screenshot 截图 截屏
click 点击
book library 书 图书
movie film 电影
food restaurant recipe 餐厅 美食 菜谱
city town 城市
umbrella rain 雨伞 带伞 下雨
tomorrow 明天
today 今天
temperature 气温 温度
echo repeat 回显 重复`;

/** What one does with things. Half the tools of any server share these words, so they say less about which tool is meant. */
const ACTIONS = `
list ls enumerate 列出 列表 查看 显示 有哪些
search find query lookup grep 搜索 查找 查询 检索 查一下 找
read open view cat 读取 打开 读 阅读 内容
write save 写入 保存 写
create add new make insert 创建 新建 添加 新增 建立
add plus sum 加起来 相加 求和
delete remove 删除 移除 删掉 清除
update edit modify change 更新 修改 编辑 更改
move rename 移动 重命名 改名
copy duplicate 复制 拷贝
send post 发送 发给 发一封 发条
fetch download get 下载 获取 抓取
upload 上传
run execute shell command terminal 运行 执行 命令 终端
convert transform 转换
compare diff 比较 对比 差异`;

const ACTION_SHARE = 0.6;

interface Idea {
  /** How much its words count. */
  share: number;
  /** Stems of the words of spaced scripts. */
  words: ReadonlySet<string>;
  /** Chinese phrases, looked for anywhere in the text. */
  phrases: readonly string[];
  tokens: readonly (readonly string[])[];
}

const ideas: readonly Idea[] = [...ideasOf(THINGS, 1), ...ideasOf(ACTIONS, ACTION_SHARE)];
const actionTokens = new Set(ideasOf(ACTIONS, 1).flatMap(({ tokens }) => tokens.flat()));

function ideasOf(lines: string, share: number): Idea[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const members = line.split(' ');
      const latin = members.filter((member) => /^[a-z]+$/.test(member));
      return {
        share,
        words: new Set(latin.flatMap(searchTokens)),
        phrases: members.filter((member) => !latin.includes(member)),
        tokens: members.map(searchTokens).filter((tokens) => tokens.length > 0),
      };
    });
}

/** The weight of a word of the request itself. */
export const ownShare = (token: string): number => (actionTokens.has(token) ? ACTION_SHARE : 1);

/** Terms that mean the same as something in the request, each with its share of one word's weight. */
export function relatedTokens(text: string, own: ReadonlySet<string>): Map<string, number> {
  const related = new Map<string, number>();
  const lower = text.normalize('NFKC').toLowerCase();
  for (const idea of ideas) {
    const meant = [...idea.words].some((word) => own.has(word)) || idea.phrases.some((phrase) => lower.includes(phrase));
    if (!meant) continue;
    for (const tokens of idea.tokens) for (const token of tokens) raise(related, token, idea.share / tokens.length);
  }
  for (const [pattern, words] of SHAPES) if (pattern.test(text)) for (const word of words) raise(related, word, 1);
  return related;
}

const raise = (map: Map<string, number>, token: string, weight: number): void => {
  map.set(token, Math.max(map.get(token) ?? 0, weight));
};

/** What a piece of the request is by its looks: a path speaks of files, an address of pages. */
const SHAPES: readonly [RegExp, readonly string[]][] = [
  [/\bhttps?:\/\/|\bwww\./i, searchTokens('url web page fetch')],
  [/(?:^|[\s'"“「(（])(?:~|\.{0,2})\/[\w.-]|[a-z]:\\/i, searchTokens('file directory path')],
  [/\b[\w-]+\.(?:txt|md|json|csv|ya?ml|toml|log|js|ts|py|docx?|xlsx?)\b/i, searchTokens('file path')],
  [/[\w.+-]+@[\w-]+\.\w/, searchTokens('email mail')],
  [/\d\s*[-+*/×÷]\s*\d/, searchTokens('calculate math')],
];
