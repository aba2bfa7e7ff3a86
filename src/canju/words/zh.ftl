# 报告和程序的文字，中文。名称与 en.ftl 一一对应。

## 各家

seat-first = 先手
seat-second = 后手
seat-landlord = 地主
seat-farmer-1 = 农民甲
seat-farmer-2 = 农民乙
side-farmers = 农民
side-unknown = 未定

## 数目

puzzles = { $count } 题
games = { $count } 局
moves = { $count } 手
wins = { $count } 题必胜
losses = { $count } 题必败
unknown-count = { $count } 题未定
errors = { $count } 处出错
nodes = { $count } 个节点
threads = { $count } 个线程

## 胜负

verdict-win = 必胜
verdict-loss = 必败
verdict-unknown = 未定
value-exactly = 得分 { $points }
value-at-least = 得分至少 { $points }
value-at-most = 得分至多 { $points }
wins-side = { $side ->
    [landlord] 地主
    [farmers] 农民
    [first] 先手
   *[second] 后手
}必胜
wins-side-in = { $side ->
    [landlord] 地主
    [farmers] 农民
    [first] 先手
   *[second] 后手
}必胜，{ $plies } 手出完
loses-side = { $side ->
    [landlord] 地主
    [farmers] 农民
    [first] 先手
   *[second] 后手
}必败，怎么出都输
loses-side-in = { $side ->
    [landlord] 地主
    [farmers] 农民
    [first] 先手
   *[second] 后手
}必败，怎么出都输，最多撑 { $plies } 手
verdict-by = { $verdict }：{ $moves }
and-more = { $shown }，另有 { $count } 种
undecided = 未能判定
undecided-because = 未能判定：{ $why }
limit-reached = { $limit ->
    [interrupted] 被中断
    [nodes] 节点数到了上限
    [memory] 内存不够
    [time] 时间到了
   *[other] { $limit } 到了上限
}
no-plies = 没有算出手数：{ $why }
line-of-play = 后续变化：
scoring-and-stake = { $scoring }，底分 { $stake }
worth = 轮到出牌的一家得 { $points } 分
worth-between = 轮到出牌的一家得 { $least } 到 { $most } 分
loses-least = 出 { $played } 输得最少
first-moves = 第一手共 { $count } 种出法，{ $winning } 种必胜：
effort = { $nodes }，{ $time }，{ $memory }，{ $threads }

## 标题

label-to-move = 轮到
label-to-answer = 须应
label-rules = 规则
label-scoring = 计分
label-name = 名称
label-game = 对局
label-winning = 胜势
label-error = 错误
move-by = { $played }（{ $seat }所出）

## 批量求解

same-as = 同 { $id }
as-expected = 相符
expected = 答案应是{ $verdict }
expected-by = 答案应是{ $verdict }，出 { $played }
limit-was = { $limit ->
    [time] 时间到了
    [nodes] 节点数到了上限
    [memory] 内存不够
    [interrupted] 被中断
   *[other] { $limit }
}
batch-head = 题目 | 各家的牌 | 规则 | 胜负 | 制胜的一手 | 节点 | 用时 | 与答案
verdict-limit = { $verdict }（{ $limit ->
    [time] 时间到了
    [nodes] 节点数到了上限
    [memory] 内存不够
    [interrupted] 被中断
   *[other] { $limit }
}）
yes = 相符
no-expected = 不符：应是{ $verdict }
no-expected-by = 不符：应是{ $verdict }，出 { $played }
summary = { $puzzles }，用时 { $time }：判定 { $decided } 题（{ $wins }，{ $losses }），未定 { $unknown } 题，{ $errors }
summary-expected = ；与答案相符 { $right } 题，不符 { $wrong } 题
summary-unique = ；必胜的 { $count } 题中，{ $unique } 题只有一种首出能赢
summary-repeats = ；与前面的题重复 { $count } 题
by-rules = 按规则
by-pack = 按题库
breakdown-head-rules = 规则 | 题数 | 必胜 | 必败 | 未定 | 出错
breakdown-head-pack = 题库 | 题数 | 必胜 | 必败 | 未定 | 出错

## 复盘

head-ply = 手
head-player = 出牌
head-cards = 余牌
head-move = 牌
head-won-by = 胜方
head-mark = 评语
head-wins-in-hand = 胜势次数
head-given-away = 送掉
head-only-moves = 唯一着
head-kept = 守住率
mark-only-move = 走出了唯一能赢的一手
mark-kept = 守住了胜局
mark-gave-away = 送掉了胜局
mark-lost-anyway = 本来就输
mark-forced = 别无选择
mark-unknown = 未能判定
nothing-given-away = 没有哪一手送掉胜局。
nothing-known-given-away = 还没有发现送掉胜局的一手。
turning-points = 转折：
turning-point = 第 { $ply } 手：{ $player }出 { $played }，送掉了{ $side ->
    [landlord] 地主的
    [farmers] 农民的
   *[own] {""}
}胜局
kept-by = { $player }本可以出 { $moves } 守住
kept-by-alone = { $player }本可以守住，只有出 { $moves }
kept-by-perhaps-others = { $player }本可以出 { $moves } 守住，也许还有别的出法
refuted-by = 败于 { $moves }
win-needed = 原本还需 { $count } 手即可取胜（“不要”也算一手）
not-all-found = 没有全部算出：{ $why }
positions-undecided = { $count } 个局面未能判定：{ $why }
cards-from-to = { $from } 到 { $to } 张
untitled-review = 复盘
with-rules = { $hands }，规则 { $rules }
won-positions = { $count } 次
review-summary = { $games }，用时 { $time }：共 { $moves }，胜势 { $wins }，送掉 { $lost } 次；未定 { $unknown } 处，{ $errors }
picture-start = 开局
picture-move = 第 { $ply } 手，{ $player }出 { $played }：{ $mark }
picture-won-by = { $what }；胜方：{ $side }
picture-first-wins = 先手或地主胜
picture-second-wins = 后手或农民胜
picture-unknown = 未定
picture-title = 每一手时谁占胜势

## 程序

complaint = 错误：
comma = ，
in-brackets = （{ $text }）
told-of = { $what }：{ $problem }
other-output = { $path } 是这一批的另一个输出
expected-size = 应是一个大小，例如 512MiB、8G
expected-time = 应是带单位的时长，例如 500ms、10s、5min
out-of-range = { $value } 不在 { $range } 之内
memory-too-large = --memory { $size }：本机只有 { $total }：请少要一些
addresses-too-few = `ulimit -v` 只留下 { $limit } 地址空间，而搜索需要 { $least }：请放宽
expected-seed = 应是一个数，例如 7；或加上序号，例如 7:12
expected-seat = 应是 landlord（地主）、farmer1 或 farmer2（农民）
cant-write = 无法写 { $path }
cant-read = 无法读 { $path }
output-busy = { $path } 正由另一次运行写入：等它结束，或者换一个文件
cant-write-results = 无法写出结果
cant-listen-to-ctrl-c = 无法接收 Ctrl-C
turn-of-a-file = --turn、--last、--by 用于直接写的牌：文件里自己写明轮到谁
moves-made-of-a-file = --moves-made 用于直接写的牌：文件里写 moves_made=
resolved-options = 规则 { $rules }，线程 { $threads }，内存 { $memory }，时间上限 { $time }，节点上限 { $nodes }
one-per-core = 每个核一个
none = 无
system-gives-threads = 系统只给 { $count } 个线程
threads-fit = --memory { $memory } 只容得下 { $count } 个线程
statistics-of = { $what }的统计：
the-search = 搜索
share-of = 占{ $whole }的 { $percent } %
most-bytes = 最多占用：{ $what }
hint-quotes = 牌里有空格时要加引号
hint-quotes-example = 牌里有空格时要加引号：canju { $command } { $example }
one-file-twice = { $one } 和 { $other } 不能是同一个文件：{ $path }
would-replace-input = { $path } 要读，而 { $option } 会覆盖它：换一个文件
one-hand-or-file = `{ $name }` 是一家的牌，或者是读不了的文件（{ $why }）：应写两家或三家的牌，或 文件:行
is-a-directory = { $path } 是目录：用 `canju batch { $path }` 求解里面的题
several-puzzles = { $path } 里不止一题：请写明哪一行，例如 { $path }:{ $first } 或 { $path }:{ $second }
no-puzzle = { $path } 里没有题
not-there = { $path } 的第 { $wanted } 行没有题，也没有这个编号的题
cant-write-page = 无法写出网页
page-of = 网页大小 { $size }
certificate-too-large = 没有证书：朴素的证书超过了 { $most } 个局面
certificate-too-large-plain = 没有证书：朴素的证书超过了 { $most } 个局面；不写 --plain 是 { $compared } 个
certificate-not-written = { $path }：没有写，因为未能判定
seed-repeats = 用 --seed { $seed } 可以重来一遍
slowest = 最慢的：{ $puzzles }
peak-memory = 最多占用内存：{ $size }
rate = 每秒 { $rate }
about-more = 还要大约 { $time }
time-left-unknown = 还要多久不知道
cant-write-certificates = 无法把证书写到 { $path }
in-the-journal = 其中 { $count } 题已在日志里
only-matches-nothing = --only `{ $pattern }` 一题也不匹配：编号写作 published/circulated.ddz:4，* 代表任意内容
positions = { $count } 个局面
repeats = 重复 { $count } 题
resume-needs-journal = --resume 需要 --journal 文件，或用来给日志起名的 --output 文件
moves-needs-hands = --moves 用于直接写的牌：两家或三家，例如 canju review 346999Q2 34JAAD --moves '{ $moves }'
hands-typed = 写了 { $count } 家的牌：应是两家或三家
moves-column = --moves：第 { $column } 个字符：{ $problem }
no-file-or-hands = 没有文件 `{ $name }`：如果写的是牌，请加上 --moves '3999 pass …'
cant-write-picture = 无法写出图片
picture-is-full = 图片满了，只画出前面的几局
fails = { $name }：不成立：{ $why }
fails-other-position = { $name }：不成立：是另一个局面的证书：{ $what }
certificate-undecided = { $name }：未能判定：{ $why }
its-hands = 它的牌是 { $hands }
its-turn = 它轮到{ $turn }
its-rules = 它的规则是 { $rules }
its-stakes = 它打的是{ $stakes }
turn-needs-hands = --turn、--last、--scoring 属于一个局面：请加上 --hands
verified = { $name }：{ $claim }（{ $positions } 个局面，{ $moves } 手，{ $size }，{ $time }）
plain = 朴素
hint-quotes-after = ：牌里有空格时要加引号
hand-is-empty = 没有牌：至少写一张
hand = 牌
after-pass = --after：`pass` 之后没有要压的：不写 --after 就是有牌权
after-not-played = --after：`{ $cards }` 不可能出过：{ $why }
total = 合计
card-sets = 不同的牌
no-puzzles = 一题也没有：请写一个有题的题库
too-many-for-a-sheet = 超过了 { $count } 题：用 --count 取其中一部分
sheet-differs = { $id }：题库里写的是{ $expected }，而实际是{ $verdict }
sheet-made = { $puzzles }，题目共 { $pages } 页，答案在后面
short-time = { $puzzles }：时间到了
short-misses = { $puzzles }：连续 { $count } 个候选都不成

## 牌型

kind-solo = 单张
kind-pair = 对子
kind-trio = 三张
kind-trio_solo = 三带一
kind-trio_pair = 三带二
kind-solo_chain = 顺子
kind-pair_chain = 连对
kind-trio_chain = 飞机
kind-trio_solo_chain = 飞机带单翅膀
kind-trio_pair_chain = 飞机带双翅膀
kind-four_two_solo = 四带二
kind-four_two_pair = 四带两对
kind-quad_chain = 航天飞机
kind-quad_solo_chain = 航天飞机带单翅膀
kind-quad_pair_chain = 航天飞机带双翅膀
kind-bomb = 炸弹
kind-rocket = 王炸

## 难度

graded = 评了 { $count } 题；{ $rest }
graded-average = 评了 { $count } 题，平均难度 { $mean }；{ $rest }
graded-rest = 未定 { $unknown } 题，出错 { $errors } 处，与答案不符 { $differing } 题
graded-remembered = ；{ $count } 题与前面相同
grade-puzzle = 题目
grade-level = 等级
grade-grade = 难度
grade-verdict = 胜负
grade-wins = 能赢
grade-traps = 陷阱
grade-plies = 手数
grade-only = 唯一
grade-look = 整齐
grade-easy = 谁能赢
grade-hands = 各家的牌
between-habits = 、
looks-ahead = 往前看 { $count } 手
not-as-expected = 与答案不符

## 建议

label-to-beat = 须压
seat-name-landlord = 地主
seat-name-farmer1 = 下家农民
seat-name-farmer2 = 上家农民
cards-left = { $count } 张
cards-left-open = { $count } 张，其中有 { $open }
advice-all = 建议，根据全部 { $count } 种可能的牌局：
advice-drawn = 建议，根据随机摆出的 { $count } 种可能的牌局（种子 { $seed }）：
advice-dropped = *  已不可能是最好的，没有在每一局里都算
advice-interrupted = 未定：没有算完就被中断
advice-limit = 未定：到了限制还没有算完
advice-estimated = 估计：到了限制还没有算完，按看来有多大可能赢来计
advice-estimate = 这是估计：假如各家都看得见所有的牌，这一手在多少局里能赢。不是定论。
percent-range = { $low } 到 { $high } %
won-of = { $all } 局中赢 { $won } 局
open-worlds = ，{ $count } 局未定
estimated-worlds = ，{ $count } 局是估计
expected-points = {"  "}{ $mean } 分，其中 { $all } 局里 { $exact } 局是确切的
nothing-hidden = --left：两家时没有看不到的牌：另一家是 { $pool }。求胜负：canju solve { $hand } { $pool }{ $last }
expected-left = 应写另外两家的张数，例如 17,17

## 服务器

this-machine-only = 只有本机能访问
every-machine-all-addresses = 凡能连到本机的都能访问，本机的所有地址都监听，没有密码
every-machine-this-address = 凡能连到这个地址的都能访问，没有密码
listening = 已在 http://{ $address } 监听（{ $exposed }）；{ $count } 个线程，{ $memory }；按 Ctrl-C 停止
worker-takes = --memory { $memory }：一个线程就要 { $least }：请多给一些
body-takes = --max-body { $size }：至少要 { $least }
expected-origin = --allow-origin：应是一个来源，例如 https://example.org
expected-packs = --packs { $path }：应是题库的目录，或一个题库
built-without-server = 这个程序编译时没有带服务器：请在源码目录里用 cargo build --release --features serve 编译带服务器的
cant-listen = 无法监听 { $address }

## 测试

bench-line = { $set }  { $positions } 个局面  { $nodes } 个节点  { $time }  每秒 { $rate } 个节点  最慢 { $slowest }
bench-line-undecided = ，未定 { $count } 个
bench-line-wrong = ，答错 { $count } 个
bench-memory = { $threads }，内存上限 { $limit }
bench-memory-peak = { $threads }，内存上限 { $limit }，最多占用 { $peak }
bench-conditions = canju { $version }，内存上限 { $memory }，{ $repeated }，机器：{ $machine }
bench-against = 对照 { $file }：{ $conditions }
bench-now-then = 现在 / 当时
repetitions = { $count ->
    [1] 测一次
   *[other] 测 { $count } 次取中位数
}
cores = { $count } 核
nameless-machine = 没有名字的机器
the-set = 题组 { $set }{" "}
bench-positions = 局面
bench-wrong = 答错
bench-undecided = 未定
bench-time = 用时
bench-nodes = 节点
bench-rate = 节点/秒
bench-slowest = 最慢
bench-set-name = 题组
against = --against：{ $problem }
against-no-record = --against { $path }：{ $why }：应是 `canju bench --save` 写出的文件
against-other = --against { $path }：里面是 { $sets }，--threads { $threads }，没有这里要的：请从中选 --set 和 --threads
other-schema = 它的 `schema` 不是 `{ $schema }`
no-runs = 它的 `runs` 是空的

## 扑克

best = 最好
no-thread = 系统不给线程，无法清点
hand-number = 第 { $number } 手：{ $problem }
interval = { $low } 到 { $high } %

## 对弈

has-won = { $side ->
    [landlord] 地主
    [farmers] 农民
    [first] 先手
   *[second] 后手
}赢了。
loses-side-plain = { $side ->
    [landlord] 地主
    [farmers] 农民
    [first] 先手
   *[second] 后手
}必败
introduction = 各家都走最佳着法时，{ $outcome }。
introduction-undecided = { $outcome }。
you-play = { $humans ->
    [first] 你执先手，求解器执后手
    [second] 你执后手，求解器执先手
    [landlord] 你当地主，求解器当农民
    [farmers] 你当农民，求解器当地主
    [both] 每一家都由你出
   *[none] 每一家都由求解器出
}；输入 `帮助` 看有哪些命令。
played-by = { $played }（{ $seat }所出）
seat-passes = { $seat }不要
seat-plays = { $seat }出 { $played }
hidden-game = 你是{ $seat }，看得见自己的牌、底牌（{ $open }）和出过的牌。另外两家也一样，按建议出牌。
hidden-needs-deal = --hidden：只有整副牌才能看不见别家的牌来玩：不写各家的牌，写 --deal 种子
not-while-hidden = 看不见别家的牌时不能这样：请出牌，或输入 `hint` 要建议，或 `log`、`quit`
one-pack-only = --hidden：看不见别家牌的整副对局只用一副牌：请换一副牌的规则
hands-were = 各家的牌是：
your-moves = 你的各手，先按当时能知道的，再按摊开的牌：
cost-nothing = 与建议一样好
cost-worlds = { $best } 在一百局里多赢 { $percent } 局
judged-move = { $number }. { $played }：{ $known }；{ $open }
judged-by = 按当时能知道的，是用当时可能的牌局所作的估计。按摊开的牌则是确切的，不过当时谁也不可能知道。
a-guess = { $moved }（猜的：到了上限）
slip = { $played } 丢掉了胜局：`悔棋` 可以收回
mark-with-points = { $mark }，{ $points } 分
points-given-away = 丢掉的分：{ $players }
points-of-games = ；丢掉 { $points } 分，每 100 局 { $each } 分
slip-of-points = { $played } 丢了分，{ $before } 变成 { $after }：`悔棋` 可以收回
after-loss = `悔棋` 收回上一手，`重来` 从头开始
after-loss-level = `悔棋` 收回上一手，`重来` 从头开始，`下一关`、`关卡 N` 去别的关
hint-of = { $outlook }；提示 { $step }/{ $steps }：{ $hint }
hint-of-resisting = { $outlook }；要抵抗，提示 { $step }/{ $steps }：{ $hint }
resists-best = { $outlook }；{ $played } 抵抗得最好
moves-winning = 共 { $count } 种出法，{ $winning } 种必胜：
no-moves-yet = 还没有出过牌
refused-because = { $why }：{ $cure }
cure-over = `悔棋` 收回一手，`读取` 换一局
cure-lead = 请出牌
cure-not-held = { $seat }的牌是 { $hand }
cure-rules = 规则是 { $rules }
cure-beat = 压过 { $trick }，或者不要
note = 说明
no-file = 不是文件
file-too-large = 超过了 { $size }
file-not-utf8 = 不是 UTF-8 文本
over-prompt = 结束>
every-level-solved = 全部解出了：`关卡 N` 再玩一关，`退出` 结束
q-or-queen = 出 Q 请输入大写的 `Q`；再输入一次 `q` 就结束
over-undo = 已经出完了：`悔棋` 收回一手
nothing-to-take-back = 没有可收回的
only-so-many-back = 只有 { $count } 手可收回
cant-swap = 不能换边：须是你执一方，求解器执另一方
saved-to = 已存入 { $path }
no-pack = 没有在闯关：`canju play 文件` 按题库闯关
solved-helped = 已解出
solved-alone = 独立解出
solved-line = { $how }。{ $score }
lines-left-out = 略去 { $count } 行：{ $path }，{ $why }
session-only = { $why }：解出的关只记到这次结束
expected-level = { $path } 第 { $line } 行：应是 `alone 346999Q2 | 34JAAD | rules=huanle` 这样的一行
no-level = 没有第 { $number } 关：共有 1 到 { $last } 关
score = { $title }：{ $all } 关中解出 { $solved } 关
score-alone = { $title }：{ $all } 关中解出 { $solved } 关，其中 { $alone } 关独立解出
level-of = 第 { $number } 关，共 { $all } 关{ $name }
level-name = ：{ $name }
level-solved = （{ $how }）
pack-is-directory = { $path } 是目录：请写里面的一个题库
pack-is-no-file = `{ $path }` 不是文件：请写一个题库，或两家、三家的牌
needs-file = `{ $word }` 后面要写文件名：{ $word } 文件
needs-number = `{ $word }` 后面的 `{ $rest }`：应是从 1 起的数，例如 { $word } 3
stands-alone = `{ $word }` 后面不该有 `{ $rest }`
try-help = { $why }；输入 `帮助` 看有哪些命令
a-file = 文件
words-move = 5556, 过    出牌：写那几张牌；要不起就写 过、不要、要不起 或 pass；Q 要大写
word-hint = 最佳着法是什么牌型；再来一次说得更多；再来一次说出是哪几张牌
word-solution = 剧透：谁赢，出哪一手，以及后续变化
word-verdicts = 剧透：每一种出法是胜是负
word-log = 至今出过的各手
word-undo = 收回上一手（或 N 手），连同对方的应手
word-restart = 回到开局
word-next = 去下一关
word-previous = 去上一关
word-level = 去第 N 关；不写数：解出了哪些关
word-swap = 与求解器换边
word-save = 把这一局存入文件
word-load = 接着下存下的一局
word-help = 显示这张表
word-quit = 结束；输入完了也会结束
hint-pass = 不要
hint-play = 出{ $what }
hint-play-cards = 出 { $what }
hint-solo = 单张
hint-pair = 对子
hint-trio = 三张
hint-trio_solo = 三带一
hint-trio_pair = 三带二
hint-solo_chain = 顺子
hint-pair_chain = 连对
hint-trio_chain = 飞机
hint-trio_solo_chain = 飞机带单翅膀
hint-trio_pair_chain = 飞机带双翅膀
hint-four_two_solo = 四带二
hint-four_two_pair = 四带两对
hint-quad_chain = 航天飞机
hint-quad_solo_chain = 航天飞机带单翅膀
hint-quad_pair_chain = 航天飞机带双翅膀
hint-bomb = 炸弹
hint-rocket = 王炸
hint-straight-of = { $count } 张的顺子
hint-pairs-of = { $count } 对的连对
hint-trios-of = { $count } 连的飞机
hint-trios-solo-of = { $count } 连的飞机带单翅膀
hint-trios-pair-of = { $count } 连的飞机带双翅膀
hint-quads-of = { $count } 连的航天飞机
hint-quads-solo-of = { $count } 连的航天飞机带单翅膀
hint-quads-pair-of = { $count } 连的航天飞机带双翅膀
hint-of-rank = { $kind }，主牌是 { $rank }
hint-low = { $kind }，小牌（3 到 7）
hint-middle = { $kind }，中牌（8 到 Q）
hint-high = { $kind }，大牌（K 以上）
