# 各库的错误，中文。英文就是错误本身的文字，哪一句对应哪一句见 src/cli/language/by_text.rs。

error-column = 第 { $column } 个字符：{ $problem }
error-line-column = 第 { $line } 行第 { $column } 个字符：{ $problem }
error-id-line-column = { $id }：第 { $line } 行第 { $column } 个字符：{ $problem }
error-similar = { $problem }；是不是想写 `{ $word }`？

## 牌和出牌

error-card-unknown = 不认识的牌 `{ $card }`：牌写作 3 4 5 6 7 8 9 T J Q K A 2，小王 X，大王 D；10 也是 T，小王、大王、王炸也能读
error-card-two-readings = `{ $card }` 可以是 { $one }，也可以是 { $other }：请写明是哪一种
error-card-too-many = 第 { $nth } 张 { $rank } 多了：{ $packs } 副牌里只有 { $held } 张
error-move-empty = 没有牌：请写出要出的牌，不出写 `pass`
error-move-no-combination = `{ $cards }` 不成牌型（规则 { $rules }）
error-move-ambiguous = `{ $cards }` 可以是 { $readings }：请写明是哪一种
error-move-no-such-reading = `{ $cards }` 不是 `{ $reading }`：可以是 { $readings }
error-game-over = 已经出完了
error-pass-on-lead = 有牌权时必须出牌
error-not-held = 手里没有 `{ $cards }`
error-no-combination = 按这套规则，`{ $cards }` 不是这样的牌型
error-does-not-beat = `{ $cards }` 压不过上一手
error-does-not-beat-cards = `{ $cards }` 压不过{ $seat }的 { $beaten }
error-wrong-move = 第 { $number } 手（{ $player }）：{ $why }

## 局面

error-hand = 第 { $hand } 家：{ $problem }
error-hand-count = 写了 { $count } 家的牌：应是两家或三家
error-hand-empty = 第 { $hand } 家没有牌：每家至少要有一张
error-last = 要压的一手：{ $problem }
error-last-is-pass = 要压的一手不能是 `pass`：有牌权时不要写
error-last-not-held = 要压的一手 `{ $cards }` 不可能出过：{ $problem }
error-no-such-hand = { $field }：没有第 { $number } 家：应是 { $numbers } 之一
error-by-without-last = by：没有要压的一手：请加上 last，或去掉 by
error-own-move = by：轮到第 { $hand } 家，要压的一手应是别家出的
error-two-packs-three-hands = 三家只能用一副牌求解
error-hands-together = 各家合在一起：{ $problem }

## 规则

error-unknown-preset = 没有 `{ $word }` 这套规则：应是 { $names } 之一
error-unknown-rule = 没有 `{ $word }` 这条规则：应是 + 或 - 加牌型（{ $kinds }）或开关（{ $switches }），或 { $numbers } 加 = 和一个数
error-rule-number = `{ $rule }`：应是 { $least } 到 { $most } 的数
error-no-solo = `-solo`：单张不能禁，有牌权时总要有牌可出

## 题库

error-not-one = 一行应是一个局面，例如 `346999Q2 | 34JAAD`
error-not-one-puzzle = 一行应是一题
error-hands-in-line = 有 { $count } 家的牌：应是 `牌 | 牌`、`牌 | 牌 | 牌`，或一个 JSON 对象
error-hand-number = { $attribute }：`{ $text }` 不是第几家：应是 1、2 或 3
error-after-attributes = 多了一个 `|`：属性写在最后，用空格隔开
error-unknown-attribute = 没有 `{ $word }` 这个属性：可以写 turn=、last=、by=、expect=win、expect=loss、best=、rules=、name="…"、source="…"、difficulty=、themes=THEME,…、level="…"、seed="…"
error-duplicate = `{ $word }` 写了两次：去掉一个
error-no-value = `{ $word }=` 没有值：紧接着 = 写
error-open-quote = 引号没有收尾：用 `"` 收尾，里面的引号写作 `\"`
error-needs-quotes = 值里面或值后面有 `{ $sign }`：请把整个值放在引号里
error-escape = `\{ $sign }` 不能这样写：只有 \" \\ \n \r \t
error-human = `{ $word }` 不是一方：应是 first、second、both 或 none
error-no-game = `@{ $word }` 要写在它的题下面，而上面没有题
error-puzzle-over = 出了 { $count } 手已经出完：没有可求解的
error-expect = `{ $word }` 不是答案：应是 win 或 loss
error-best-of-loss = 必败的局面没有制胜的一手：去掉 `best=`，或写 expect=win
error-directive = 没有 `@{ $word }` 这条指令：可以写 @rules 规则、@line 行号、@human 一方、@moves 各手
error-line-number = `{ $word }` 不是行号：应是 @line 加下一行的行号
error-no-defaults = 第 { $line } 行读不懂，所以不知道用什么规则：改好它，或在这一行写 `rules=`
error-not-utf8 = 字节 0x{ $byte } 不是 UTF-8：请把文件存成 UTF-8
error-too-long = 这一行超过了 { $count } 个字节：一题占一行
error-difficulty = `{ $word }` 不是难度：应是 1 到 5，最多一位小数，例如 3.4
error-theme = `{ $word }` 不是主题：应是 { $themes } 之一
error-best = best：{ $problem }
error-too-late = `@{ $word }` 来得太晚，它的题已经答了：请把题和它的 `@` 各行一起写
error-integer = 不认识的牌 `{ $integer }`：列表里的牌用 DouZero 的整数：3 到 10、11（J）、12（Q）、13（K）、14（A）、17（2）、20（小王）、30（大王）
error-cant-read-on = 读不下去：{ $why }
error-json = 不是 JSON 的题：这里不合 JSON 的写法：应是 { $example } 这样的对象
error-json-no-hands = 不是 JSON 的题：没有 `hands`：应是 { $example } 这样的对象
error-json-hands = 不是 JSON 的题：`{ $field }`：{ $value } 不是各家的牌的列表：应是 { $example } 这样的对象
error-json-number = 不是 JSON 的题：`{ $field }`：{ $value } 不是第几家：应是 { $example } 这样的对象
error-json-themes = 不是 JSON 的题：`{ $field }`：{ $value } 不是主题的列表：应是 { $example } 这样的对象
error-json-moves = 不是 JSON 的题：`{ $field }`：{ $value } 不是各手的列表：应是 { $example } 这样的对象
error-json-string = 不是 JSON 的题：`{ $field }`：{ $value } 不是字符串：应是 { $example } 这样的对象
error-json-end = 不是 JSON 的题：没有写完：应是 { $example } 这样的对象
error-json-at = 第 { $line } 行第 { $column } 个字节不合写法
error-field-similar = 没有 `{ $field }` 这个字段：是不是想写 `{ $other }`？自己的数据放在 `meta` 里
error-field = 没有 `{ $field }` 这个字段：可以写 { $fields }；自己的数据放在 `meta` 里
error-no-packs = 里面没有 *.ddz 或 *.jsonl 文件
error-hand-no-file = 这是牌，没有这个文件：局面要写成 `一家 | 另一家` 这样的一行，放在文件里，或从标准输入读（`-`）
error-link-loop = 无法读：链接指向它所在的目录
error-cant-read-it = 无法读：{ $why }
error-too-many-puzzles = 超过了 { $count } 题：其余的略去
error-saved-no-puzzle = 里面没有题：应有 `346999Q2 | 34JAAD` 这样的一行
error-saved-second = 第 { $line } 行是第二题，而一局只有一题

## 发牌、出题

error-deal-sizes = `{ $word }`：应是两家或三家的牌数，每家至少一张，例如 17+17 或 20+17+17
error-deal-too-many = { $sizes } 共 { $cards } 张，而一共只有 { $held } 张：请少发几张
error-request-sizes = `{ $word }`：应是两家或三家的牌数，例如 10+10、8..12+10 或 8+6+6
error-request-size = `{ $word }`：这里每家只能有 3 到 20 张
error-request-empty = `{ $word }` 里没有数：小的写在前面
error-request-too-many = { $sizes } 至少 { $cards } 张，而 { $packs } 副牌只有 { $held } 张：请少写几张
error-request-two-packs = 三家只能用一副牌出题，而这套规则用两副
error-request-theme = 这样的局面里没有 { $theme } 的赢法：{ $why }
error-theme-lost = 要的是必败
error-theme-farmer = 须是三家，轮到农民
error-theme-no-trick = 没有可以不要的一手
error-theme-landlords-trick = 要压的是地主的牌
error-theme-partners-trick = 要压的是队友的牌
error-theme-no-lead = 轮到的一家没有牌权
error-request-hand = 没有第 { $number } 家：从 1 数起
error-request-own-move = 第 { $number } 家不能压自己出的牌
error-request-unique-loss = 必败的局面没有能赢的出法，也就谈不上唯一：两个条件去掉一个

## 建议

error-no-cards = 没有牌：至少写一张
error-infer-history = 只有从各手才知道谁没要什么：请加上 history，或不写这一项
error-left-missing = 没有写：{ $one }和{ $other }各有几张？
error-history-says = history 里已经有了：两个去掉一个
error-no-move-to-answer = 没有要压的一手：请加上 `last`，或去掉 `by`
error-answer-pass = `pass` 之后，要压的是它前面的一手
error-played-last = 应有出过的所有牌，`last` 的也要写：{ $cards }
error-own-answer = 轮到{ $seat }，要压的一手应是别家出的
error-shows = 地主亮的底牌是 { $most } 张，不是 { $count } 张：{ $cards }
error-left-unseen = 写的是{ $one }和{ $other }有 { $left } + { $right } 张，而看不到的牌有 { $unseen } 张：{ $deck } 张减去手里 { $hand } 张和出过的 { $played } 张
error-no-cards-left = { $seat }没有牌了：已经出完了
error-own-landlord-cards = 它们在地主自己手里，或已出过：请不要写
error-landlord-holds = 地主有 { $count } 张，不可能还有全部的 { $cards }：请去掉出过的
error-cards-gone = `{ $cards }`：除去自己手里的和出过的，没有这么多
error-history-turn = 这以后轮到{ $other }，不是{ $seat }
error-history-hand = { $seat }连出过的共 { $count } 张，而整副牌发给它 { $dealt } 张：请补全手里的牌或各手，或用 `left` 写明另外两家的张数
error-history-played = { $seat }出过 { $count } 张，而发给它的是 { $dealt } 张

## 日志和证书

error-journal = 日志 { $path }
error-journal-exists = 日志 { $path } 已经有了：加 --resume 接着算，或把它删掉
error-journal-none = { $path } 不是本程序的日志
error-journal-busy = 日志 { $path } 正由另一次运行使用
error-journal-other-batch = 日志 { $path } 是另一批的：那里 { $field } 是 { $theirs }，这里是 { $ours }
error-journal-version = 日志 { $path } 的格式是 { $theirs }，这个版本接不下去：用写它的版本算完，或把它删掉
error-journal-puzzles = 日志 { $path } 是别的题的：那里第 { $number } 项是 { $theirs }，这里是 { $ours }
error-journal-damaged = 日志 { $path } 第 { $line } 行坏了。它上面没有记录：删掉日志，重新开始
error-journal-damaged-below = 日志 { $path } 第 { $line } 行坏了。它上面的各条记录完好。要留下它们，请删掉第 { $line } 行和它下面的各行，再加 --resume 接着算。这样删：head { $command }
error-cant-write = 无法写出结果
error-cant-write-certificate = 无法写出证书
error-no-threads = 系统不给线程
error-not-a-certificate = 不是证书：开头不对
error-verify-memory = 检验需要 { $needed } 字节的内存，只允许 { $allowed } 字节
error-verify-time = 检验了 { $positions } 个局面，时间到了
error-verify-header = 证书开头：{ $problem }
error-header-field = 没有 `{ $field }`
error-header-version = 不认识的版本，只认 2 到 5
error-header-rules = rules：{ $problem }
error-header-last = last：应是 `牌 by 第几家`
error-header-verdict = verdict 是 `{ $word }`，应是 win 或 loss
error-header-plain = plain：应是不超过 { $most } 的数
error-header-memory = memory：应是 4 到 24 的数
error-header-old = 三家要用版本 4：请重写这份证书
error-header-hand = 应是第几家
error-header-utf8 = 不是 UTF-8
error-header-spelling = 写法与本程序的不同
error-header-hands = 应是两家或三家的牌
error-verify-fails = 第 { $byte } 个字节、第 { $number } 个局面 { $position }：{ $problem }
error-fault-truncated = 证书到这里就断了
error-fault-number = 数的写法不对
error-fault-move = 第 { $index } 种出法，而合法的只有 { $moves } 种
error-fault-loser-wins = 该输的一方出 { $cards } 就赢了
error-fault-miscounted = 开头说要记住 { $counted } 个局面，实际不是
error-fault-count = 末尾说有 { $counted } 个局面，实际有 { $positions } 个
error-fault-checksum = 校验和不对
error-fault-trailing = 结尾之后还有字节
error-explain-over = 已经出完了：没有可说明的
error-explain-undecided = 未能判定，没有可说明的：{ $reason }

## 扑克

error-poker-card = 不认识的牌 `{ $card }`：牌写作点数 2 3 4 5 6 7 8 9 T（或 10）J Q K A 加花色 C D H S 或 ♣ ♦ ♥ ♠；王是 ?B（黑）、?R（红）
error-poker-twice = 第二张 { $card }：一副牌里每张只有一张，去掉一张
error-poker-size = 有 { $count } 张：一手是五、六或七张
error-poker-too-many = { $hands } × { $cards } 张，超过了一副牌的 52 张：少发几家或几张

## 系统

error-io-not-found = 没有这个文件或目录
error-io-denied = 没有权限
error-io-directory = 是一个目录
error-io-full = 磁盘满了
error-io-exists = 已经有了
error-io-not-a-directory = 不是目录
error-io-read-only = 文件系统是只读的
error-io-address-in-use = 地址已有程序在用
error-io-no-address = 本机没有这个地址
error-links = 符号链接太多
error-drafts = 草稿被别的运行删掉了
error-memory = --memory { $size }：本机只有 { $total }：请少要一些
error-addresses = `ulimit -v` 只留下 { $limit } 地址空间，而搜索需要 { $least }：请放宽
error-not-a-number = 不是整数
error-number-too-large = 数太大
error-range = { $value } 不在 { $least }..{ $most } 之内

## 命令行

usage-no-value = “{ $argument }”后面要写一个值
usage-value = “{ $value }”不能作“{ $argument }”的值
usage-value-why = “{ $value }”不能作“{ $argument }”的值：{ $why }
usage-unknown-argument = 不认识的参数“{ $argument }”，或者它是多余的
usage-unknown-command = 没有“{ $command }”这个命令
usage-conflict = “{ $argument }”不能与“{ $other }”同时用
usage-missing = 少了必需的参数：{ $arguments }
usage-too-many-values = “{ $argument }”的值多了：“{ $value }”
usage-wrong-number-of-values = “{ $argument }”的值，个数不对
usage-not-utf8 = 命令行里有不是 UTF-8 的字符
usage-possible = [可选：{ $values }]
usage-similar = 提示：有一个相近的：“{ $word }”
usage-hint = 提示：{ $hint }
usage-usage = 用法：{ $usage }
usage-more = 详细说明见“--help”。
