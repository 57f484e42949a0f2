import type { Messages } from '../en.ts';

export const errors: Messages['errors'] = {
  config: {
    syntax: { title: '配置文件无法读取', fix: '修正指出的那一行；允许注释和多余的行尾逗号。' },
    entry: { title: '这个条目不完整', fix: '编辑该条目，修正指出的字段。' },
    variable: { title: '缺少变量', fix: '设置该变量，或在条目中写上默认值。' },
    untrusted: { title: '项目文件夹尚未受信任', fix: '查看后选择信任，或保持关闭。' },
    conflict: { title: '文件在此期间被修改', fix: '查看新内容后再保存。' },
  },
  spawn: {
    not_found: { title: '找不到程序', fix: '安装它，或在命令中填写完整路径。' },
    permission: { title: '程序没有运行权限', fix: '给文件加上可执行权限，或换一个命令。' },
    failed: { title: '程序无法启动', fix: '在终端中运行该命令，看看它的输出。' },
  },
  connect: {
    timeout: { title: '服务器没有及时应答', fix: '查看它的日志；如果启动较慢，可以延长时限。' },
    exited: { title: '服务器自行退出', fix: '日志的最后几行说明了原因。' },
    version: { title: '服务器使用其他协议版本', fix: '更新服务器，或手动选择协议时代。' },
    network: { title: '无法连接到服务器', fix: '检查地址和网络连接。' },
    tls: { title: '证书未被接受', fix: '检查证书；只对你自己运行的服务器允许自签名证书。' },
    http: { title: '服务器拒绝了连接', fix: '检查地址；路径通常是 /mcp 或 /sse。' },
    protocol: { title: '应答不是 MCP 消息', fix: '确认该地址或命令是 MCP 服务器。' },
    list_failed: { title: '无法读取工具列表', fix: '查看服务器日志，然后重启它。' },
  },
  auth: {
    required: { title: '服务器要求登录', fix: '请登录，或在请求头中设置令牌。' },
    refused: { title: '凭据被拒绝', fix: '请更换令牌或密钥。' },
  },
  call: {
    arguments: { title: '参数不符合工具的要求', fix: '需要修正指出的参数。' },
    denied: { title: '调用被拒绝', fix: '在询问时允许它，或修改拒绝它的规则。' },
    unknown_tool: { title: '没有这个工具', fix: '检查它的服务器是否已连接。' },
    timeout: { title: '工具用时过长', fix: '如果确实需要这么久，请提高该服务器的调用时限。' },
    cancelled: { title: '调用已取消', fix: '如果仍需要结果，请再问一次。' },
    disconnected: { title: '连接中断', fix: '下次调用时会重新连接，请重试。' },
    outcome_unknown: { title: '无法确定调用是否已生效', fix: '重复之前，请先到实际位置核对结果。' },
    protocol: { title: '服务器返回了协议错误', fix: '这是服务器自己的信息，它的日志可能有更多说明。' },
    failed: { title: '调用失败', fix: '查看服务器日志后重试。' },
  },
  result: {
    too_large: { title: '结果太大', fix: '请只取其中一部分。' },
    invalid: { title: '结果格式有误', fix: '需要修正服务器；它的原始应答已保留。' },
  },
  model: {
    auth: { title: '模型提供方拒绝了密钥', fix: '请在设置中重新输入 API 密钥。' },
    rate_limited: { title: '模型提供方繁忙', fix: '稍等片刻再试。' },
    network: { title: '无法连接到模型提供方', fix: '检查网络和接口地址。' },
    refused: { title: '模型拒绝回答', fix: '换一种方式提问。' },
    truncated: { title: '回答被截断', fix: '让它继续，或在设置中允许更长的回答。' },
    empty: { title: '模型给出了空回答', fix: '请重试。' },
    failed: { title: '模型提供方报告了错误', fix: '请重试，并检查设置中的模型名称。' },
  },
  host: {
    bad_input: { title: '无法使用这个输入', fix: '检查填写的值后重试。' },
    forbidden: { title: '不允许这样做', fix: '出于安全，Quayside 拒绝了这个请求。' },
    not_found: { title: '它已不存在', fix: '可能在此期间被移除了。' },
    unavailable: { title: '暂时不可用', fix: '请稍后再试。' },
    internal: { title: 'Quayside 内部出错', fix: '请重试；如果反复出现，请重启应用。' },
  },
};
