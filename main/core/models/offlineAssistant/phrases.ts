/** Everything the assistant says, in both languages. It is data of the product, so it lives here and not in the window's tables. */
export interface Phrases {
  calling: (title: string, args: string) => string;
  asks: (title: string, missing: string) => string;
  noTools: string;
  noMatch: string;
  help: string;
  toolList: (lines: string, left: number) => string;
  howTo: string;
  denied: (reason: string) => string;
  cancelled: string;
  failed: (reason: string) => string;
  toolError: (text: string) => string;
  failures: Record<string, string>;
  edited: (args: string) => string;
  empty: string;
  more: (left: number) => string;
  cut: string;
  images: (count: number) => string;
  umbrella: (wet: boolean, probability: number | undefined, words: string | undefined) => string;
  umbrellaUnknown: string;
  withoutArguments: string;
}

const en: Phrases = {
  calling: (title, args) => `(No language model) Using the tool “${title}”${args === '' ? '' : ` with ${args}`}.`,
  asks: (title, missing) => `(No language model) The tool “${title}” fits, but I need: ${missing}. Please fill in the form.`,
  noTools:
    'There is no language model and no tool is connected, so there is nothing I can do yet. Add an MCP server on the servers page, or choose a language model in the settings.',
  noMatch: 'There is no language model, so I can only match your words to the connected tools, and none of them fits.',
  help: 'I work without a language model: I match your words to a connected tool, fill in what I find in the text, and report the result.',
  toolList: (lines, left) => `These tools are connected:\n${lines}${left > 0 ? `\n- … and ${left} more` : ''}`,
  howTo:
    'Name what you want and the values it needs, for example “weather in Hangzhou tomorrow” or “read /tmp/notes.txt”. You can also write the tool and its arguments: `get_forecast city=Hangzhou`. For free conversation choose a language model in the settings.',
  denied: (reason) =>
    `The call was not allowed, so nothing was done.${reason === '' ? '' : ` Reason: ${reason}`}\nSend the message again if you want to allow it, or change the rule on the permissions page.`,
  cancelled: 'The call was cancelled. Send the message again to start over.',
  failed: (reason) => `The call failed: ${reason}`,
  toolError: (text) => `The tool reported an error:\n${text}`,
  failures: {
    'call.timeout': 'The server did not answer in time; it may still have done the work. Check before you try again.',
    'call.outcome_unknown': 'The connection was lost during the call; it is not known whether it ran. Check before you try again.',
    'call.disconnected': 'The server is not connected and nothing was sent. Look at the servers page, restart it, and send the message again.',
    'auth.required': 'You have to sign in to this server first: press “Sign in” on the servers page.',
    'auth.refused': 'The server refused the stored credentials. Check them on the servers page.',
    'call.arguments': 'The values do not fit what the tool expects. Write them more exactly, for example as name=value.',
  },
  edited: (args) => `You changed the arguments; sent was: ${args}.`,
  empty: 'Done. The tool gave no output.',
  more: (left) => `… and ${left} more`,
  cut: 'The result is long; the whole of it is in the tool card above.',
  images: (count) => `${count === 1 ? 'One image is' : `${count} images are`} in the tool card above.`,
  umbrella: (wet, probability, words) => {
    const why = [probability === undefined ? '' : `chance of rain ${probability} %`, words ?? ''].filter(Boolean).join(', ');
    return wet ? `Take an umbrella${why ? ` (${why})` : ''}.` : `You will not need an umbrella${why ? ` (${why})` : ''}.`;
  },
  umbrellaUnknown: 'The result says nothing about rain, so I cannot tell whether you need an umbrella.',
  withoutArguments: 'no arguments',
};

const zh: Phrases = {
  calling: (title, args) => `（无语言模型）使用工具「${title}」${args === '' ? '' : `，参数：${args}`}。`,
  asks: (title, missing) => `（无语言模型）工具「${title}」合适，但还缺：${missing}。请在表单中填写。`,
  noTools: '现在没有语言模型，也没有连接任何工具，所以我还什么都做不了。请在服务器页面添加一个 MCP 服务器，或在设置中选择语言模型。',
  noMatch: '现在没有语言模型，我只能按字面把你的话和已连接的工具对应起来，但没有找到合适的工具。',
  help: '我在没有语言模型的情况下工作：按字面找到合适的工具，从你的话里取出参数，调用后报告结果。',
  toolList: (lines, left) => `已连接的工具：\n${lines}${left > 0 ? `\n- …… 还有 ${left} 个` : ''}`,
  howTo:
    '请直接说出要做的事和需要的值，例如「查一下杭州明天的天气」或「读取 /tmp/notes.txt」。也可以直接写工具名和参数：`get_forecast city=杭州`。想自由对话，请在设置中选择语言模型。',
  denied: (reason) =>
    `这次调用没有被允许，什么都没有执行。${reason === '' ? '' : `理由：${reason}`}\n如果想允许，请重新发送这条消息，或在权限页面修改规则。`,
  cancelled: '这次调用已取消。重新发送消息可以再来一次。',
  failed: (reason) => `调用失败：${reason}`,
  toolError: (text) => `工具报告了错误：\n${text}`,
  failures: {
    'call.timeout': '服务器没有在规定时间内回答，但可能已经执行。请先确认，再决定是否重试。',
    'call.outcome_unknown': '调用过程中连接断开，不知道是否已经执行。请先确认，再决定是否重试。',
    'call.disconnected': '服务器没有连接，请求没有发出。请到服务器页面查看并重启，然后重新发送消息。',
    'auth.required': '需要先登录这个服务器：请在服务器页面点「登录」。',
    'auth.refused': '服务器拒绝了保存的凭据，请在服务器页面检查。',
    'call.arguments': '这些值不符合工具的要求。请写得更明确，例如写成「名称=值」。',
  },
  edited: (args) => `你修改了参数，实际发送的是：${args}。`,
  empty: '已完成，工具没有输出。',
  more: (left) => `…… 还有 ${left} 项`,
  cut: '结果较长，全文在上方的工具卡片中。',
  images: (count) => `有 ${count} 张图片，见上方的工具卡片。`,
  umbrella: (wet, probability, words) => {
    const why = [words ?? '', probability === undefined ? '' : `降水概率 ${probability}%`].filter(Boolean).join('，');
    return wet ? `出门建议带伞${why ? `（${why}）` : ''}。` : `出门不用带伞${why ? `（${why}）` : ''}。`;
  },
  umbrellaUnknown: '结果里没有降水信息，无法判断要不要带伞。',
  withoutArguments: '无参数',
};

export const phrases = (chinese: boolean): Phrases => (chinese ? zh : en);
