# 命令行帮助，中文。英文写在 src/cli 里各个参数旁边。

## 固定用语

help-heading-arguments = 参数
help-heading-options = 选项
help-heading-commands = 命令
help-heading-solving = 求解
help-heading-output = 输出
help-heading-limits = 上限
help-usage-options = [选项]
help-usage-command = 命令
help-default = [默认：{ $value }]
help-values = [可选：{ $values }]
help-values-list = 可选：
help-help = 显示帮助（简短的用 -h）
help-help-short = 显示帮助（详细的用 --help）
help-version = 显示版本
help-help-command = 显示总的帮助，或某个命令的帮助
help-arg-lang = 给人看的文字用什么语言 [默认：看 LC_ALL、LC_MESSAGES、LANG]

## 各种值的名称

help-name-SEED = 种子
help-name-STRENGTH = 强弱
help-name-ADDRESSPORT = 地址:端口
help-name-AB = A,B
help-name-ABC = A+B[+C]
help-name-BY = 依据
help-name-CARDS = 牌
help-name-COMMAND = 命令
help-name-DD = 难度[..难度]
help-name-DIR = 目录
help-name-DUR = 时长
help-name-FILE = 文件
help-name-HOW = 方式
help-name-FILELINEHAND = 文件[:行]|牌
help-name-FORMAT = 格式
help-name-GLOB = 通配符
help-name-HAND = 牌
help-name-HANDFILELINE = 牌|文件[:行]
help-name-LANG = 语言
help-name-MOVE = 一手
help-name-MOVES = 各手
help-name-N = 数
help-name-NNN = N,N,N
help-name-SCORING = 计分
help-name-NAME = 名称
help-name-ORIGIN = 来源
help-name-PACK = 题库
help-name-PATH = 路径
help-name-PRESETKIND = 规则[,±牌型…]
help-name-S = 种子
help-name-SEAT = 座位
help-name-SET = 题组
help-name-SHELL = shell
help-name-SIDE = 一方
help-name-SIZE = 大小
help-name-SN = 种子[:序号]
help-name-VERDICT = 胜负
help-name-WHEN = 何时

## 多处用到的段落

help-cards =
    牌：3 4 5 6 7 8 9 T J Q K A 2，小王 X，大王 D，顺序、大小写不限，中间可以有空格或逗号。10 和 0 也是 T；小王也写作 小王、小、Y、B、BJ；大王也写作 大王、大、Z、R、RJ；王炸是两张王。全角字符能读，花色（♠♥♣♦）忽略。牌里有空格时要加引号。BJ、RJ 是王；一张王加一张 J 写作 B J。

    出牌：写那几张牌；不出写 pass（或 过、不要）。同样几张牌能组成几种牌型时要写明：333444555666:trio_chain。
help-rules =
    规则：先写一套规则，再写与它不同的地方；有哪些可写，见 `canju rules`。
help-exit-codes =
    退出码：0 每题都判定了，题里有答案的也都相符；1 有的没能判定；2 输入或用法有误；3 有的与答案不符；130 被中断。符合几条时取最大的一个。读的一方关了管道，算成功。
help-resistance =
    怎样抵抗：各家余牌一共不超过 16 张时，输的一方出能拖得最久的一手，赢的一方尽快结束。牌更多，或者这样要超过 10,000 个节点时，就出让对方能赢的应手最少的一手。

## canju

help-about-canju = 斗地主明牌残局的精确求解器
help-long-canju =
    斗地主明牌残局的精确求解器。

    各家都走最佳着法时，谁赢，该出哪一手。从不猜：答案要么经过证明，要么是 `unknown`（未定），并说明原因。
help-after-canju =
    { $cards }

    { $rules }

    { $exit_codes }

## 局面、规则、输出：许多命令共有

help-arg-first = 先手或地主的牌；后面不写别的牌时，是一个文件，或用 文件:行 指题库里的一题
help-arg-second = 另一家的牌；三家时是下家农民的
help-arg-third = 最后一家农民的牌
help-arg-turn = 轮到哪一家，按出牌顺序从 1 数起 [默认：1]
help-arg-last = 要压的一手；这几张牌已经不在各家手里
help-arg-by = 这一手是哪一家出的 [默认：上家]
help-arg-no_shuffle = 不洗牌：搬动 N 叠牌，每次发六张，炸弹很多
help-arg-moves_made = 三家各出过几手，算春天用；2 表示更多 [默认：整副牌开局是 0,0,0，否则 2,2,2]
help-arg-scoring = 计分：怎么算
help-value-scoring-win = 只论输赢，不计分
help-value-scoring-douzero = DouZero 的计分：炸弹、王炸翻倍
help-value-scoring-botzone = Botzone 的计分：炸弹、王炸、春天、反春都翻倍
help-value-scoring-pagat = pagat.com 的计分：炸弹、王炸翻倍
help-value-scoring-huanle = 欢乐斗地主：炸弹、王炸、春天、反春都翻倍，其他倍数写在底分里
help-arg-stake = 到现在为止的底分：叫分乘上已经翻过的倍数 [默认：1]
help-arg-rules = 规则：一套规则，以及与它不同的地方
help-argl-rules = 规则：一套规则，以及与它不同的地方，例如 huanle,-trio_pair（不许三带二）
help-arg-all_moves = 判定第一手的每一种出法，而不是够下结论就停
help-arg-line = 不求后续变化
help-arg-resistance = 后续变化里输的一方怎么抵抗：quick 只凭估计，best 要搜索
help-arg-shortest = 求最快的赢法或最久的抵抗，并说出一共几手；“不要”也算一手
help-arg-threads = 线程数，0 是每个核一个；受内存所限，每个线程 16 MiB（批量求解时 32 MiB）
help-arg-memory = 搜索和线程可用的内存，例如 512MiB、8G [默认：本机内存的四分之一]
help-arg-time_limit = 一个局面最多算多久，例如 500ms、10s、5min；后续变化和证书也算在内
help-arg-node_limit = 一个局面最多搜索多少个节点
help-arg-output = 结果写入文件，而不是标准输出
help-arg-quiet = 不显示进度条，标准错误上只报错误
help-arg-verbose = 在标准错误上写出实际采用的选项；solve 和 bench 还写出搜索做了些什么
help-arg-color = 颜色：auto 在终端上才用，设了 NO_COLOR 就不用
help-arg-statistics = 在 JSON 记录里加上搜索做了些什么：各类节点、查表、命中、分工、最多占用的字节
help-arg-journal = 把已完成的记录存入这个文件，供 --resume 使用
help-arg-resume = 只算日志里还没有的；不写 --journal 时，日志名是输出文件名加 `.journal`
help-arg-plain = 写成朴素的证书：文件较大，但只凭规则就能检验，不用“哪个局面更好”的定理
help-arg-format = 答案的格式
help-value-format-text = 给人看
help-value-format-json = 给程序读：一个 JSON 对象
help-value-format-jsonl = 给程序读：每行一个 JSON 对象
help-value-format-csv = 用电子表格打开
help-value-format-markdown = 贴到 issue 或帖子里

## solve

help-about-solve = 求解一个局面
help-long-solve =
    求解一个局面：各家都走最佳着法时谁赢，该出哪一手。

    先出牌的是第一家，除非写了 --turn。三家时第一家是地主，其余两家是农民，按出牌顺序写；农民同输同赢。
help-after-solve =
    例子：
      canju solve 346999Q2 34JAAD
      canju solve 346999Q2 34JAAD --all-moves --format json
      canju solve K5 44Q --last J                             # 先手要压一张 J
      canju solve K5 44 6Q --turn 3 --last J --by 1           # 农民乙要压地主的 J，农民甲没有出牌
      canju solve puzzles/published/game-levels.ddz:6         # 题库第 6 行的一题
      canju solve 4445678899KK2 345567TTTKKAA --rules huanle,-trio_pair
      canju solve 345 678 9TJ                                 # 地主打两个农民
      canju solve 346999Q2 34JAAD --shortest                  # 几手出完？
      canju solve 3333469K 55578JQ2 --scoring douzero         # 值几分？

    { $cards }

    制胜的一手：能一手出完就出完。否则，如果求最快的赢法不比求胜负更费节点，就出赢得最快的一手。

    加上 --shortest，赢的一方总出赢得最快的一手，输的一方总出拖得最久的一手，答案里写明一共几手。每出一次牌是一手，“不要”也算。这可能比只求胜负慢得多，牌每多一张慢得更多。如果先到了上限，胜负照样有，只是没有手数。显示的节点和时间只算求胜负的部分。

    后续变化：赢的一方出能赢的牌，另一方尽力抵抗。{ $resistance }

    { $rules }

    退出码：0 判定了；1 没能判定；2 输入或用法有误；130 被中断。
help-arg-proof = 写一份胜负的证书，用 `canju verify` 检验

## explain

help-about-explain = 生成一个网页，一手一手看谁赢、为什么
help-long-explain =
    生成一个网页，看谁赢、为什么：一个 HTML 文件，用浏览器打开，不需要网络。

    这就是 `canju serve` 的网页，里面装着一个局面、它的答案和求解器，不需要服务器。“求解”显示哪些出法能赢，别的出法败在哪里，还可以从后面任何一处接着看。“对弈”什么也不透露：先自己试，执哪一方都行，可以要提示，丢掉胜局时会马上告诉你。中英文、深浅色都有，屏幕大小不限。

    在终端上，网页写成当前目录里的一个新文件，以局面命名，并显示文件名；不会覆盖已有的文件。用 `--output -`，或者标准输出不是终端时，写到标准输出。

    网页里的求解器是同一个，编译成 WebAssembly：浏览器须是 2023 年或更新的。不写 --time-limit 时，一个局面最多算一分钟。
help-after-explain =
    例子：
      canju explain 346999Q2 34JAAD                           # 写出 346999Q2-34JAAD.html
      canju explain K5 44Q --last J --output page.html        # 先手要压一张 J
      canju explain 345 678 9TJ --output - > page.html        # 地主打两个农民

    { $cards }

    { $rules }

    退出码：0 网页写好了；1 没能判定，没有网页；2 输入或用法有误；130 被中断。

## batch

help-about-batch = 批量求解：目录、文件，或标准输入上的 JSON 行
help-long-batch =
    批量求解题库，按输入的顺序给每题写一条记录。

    目录里找 *.ddz 和 *.jsonl 文件，包括下级目录，按文件名排序；直接写出的文件，不管叫什么都读；`-` 是标准输入。每行一题，可以是手写的，也可以是 JSON 对象。不是题目的行记为错误，其余照常求解。

    每个核各解一题，难的先开始；没有别的事做的核来帮忙。在后续变化里，输的一方出看上去最难对付的一手，比 `canju solve` 的选法省事。与前面某题相同的局面（只是点数换了名），不再求解，记录里写明 `same_as`。

    标准输入上的每一行一来就答，不等下一行：任何语言的程序都可以让 `canju batch - --format jsonl` 一直运行，写一行，读一条记录。

    第一次按 Ctrl-C 后不再开始新题，正在算的一秒之内以 `unknown`（`interrupted`）结束；第二次按，程序马上退出。加上 --resume，同一条命令从停下的地方继续；日志必须属于同样的路径、规则、筛选和上限。
help-after-batch =
    题库：
      # 注释
      @rules huanle,-trio_pair          # 以下各行的规则
      33334567TTAAAA | DXJJ999 | expect=loss name="WeChat classic"
      346999Q2 | 34JAAD | expect=win best=3999 rules=huanle
      K5 | Q44 | last=J expect=win
      345 | 678 | 9TJ                   # 地主，然后是两个农民，按出牌顺序

      一行自己的 `rules=` 优先于 `@rules`，`@rules` 优先于 --rules。

    JSON 行：
      {"{"}"id":"a1","hands":["KK5543","225543"],"last":null,"rules":"huanle","expected":"win"{"}"}

    例子：
      canju batch puzzles
      canju batch puzzles --format markdown --time-limit 10s
      generate | canju batch - --format jsonl --output results.jsonl
      canju batch puzzles -o results.jsonl --format jsonl --resume    # 第一次，以及中断之后再来

    { $exit_codes }
help-arg-paths = 目录、文件，或用 - 表示标准输入
help-arg-only = 只算编号（路径:行）匹配的题；一题也不匹配就报错
help-arg-max_cards = 只算各家的牌合计不超过这么多张的题
help-arg-dedupe_report = 不求解，只列出哪些题相同（只是点数换了名）
help-arg-proof_dir = 把每题胜负的证书写到这个目录里
help-arg-fail_fast = 一出错，或一有与答案不符的，就停
help-arg-exit_zero = 只要每条记录都写出了，退出码就是 0，不管答案如何；被中断或用法有误时除外
help-arg-unordered = 算好一题写一题，不按输入的顺序
help-arg-batch-format = 记录的格式
help-value-batch-format-text = 给人看：每题一行，最后是小结

## grade

help-about-grade = 给题库里的题评难度：多难，难在哪里
help-long-grade =
    给题库里的题评难度：每题一个 1.0 到 5.0 的数，以及它由哪些指标得来。

    路径的读法与 `canju batch` 相同。各项指标都是精确的，与线程数无关：第一手有几种牌能赢；陷阱，也就是看上去不错、其实会输的第一手，以及各要几手才能看出来；双方最佳的变化有多长，其中赢的一方有几次只有一手可走；可有可无的牌，去掉其中任何一张，胜负和能赢的出法都不变；有简单习惯的人能不能赢（总出最长的、总出最小的、总不拆牌）；以及牌的整齐程度。所谓看上去不错，是说出了以后，剩下的牌能少一手出完。
help-after-grade =
    表中各列：出题者标的等级（如果有）和难度；胜负；能赢的牌有几种，共几种；陷阱的个数，和最深的一个要几手才能看出（+ 表示没有求出，所以很长）；变化的手数（~ 表示不是精确的长度），以及赢的一方的选择中有几次是唯一着；整齐程度（百分比）；哪些习惯能赢；各家的牌，括号里是可有可无的牌。

    例子：
      canju grade puzzles/published
      canju grade my.ddz --sort difficulty
      canju grade my.ddz --format jsonl --lookahead 8

    { $exit_codes }
help-arg-sort = 按什么排序；不写就按输入的顺序，算好一题写一题
help-value-sort-difficulty = 容易的在前
help-arg-lookahead = 再求一个细心的人至少要往前看几手（最多看到这个数）才能找到赢法并守住；慢得多
help-arg-grade-threads = 线程数，0 是每个核一个；每个线程最多 64 MiB
help-arg-grade-time_limit = 一题最多算多久，例如 500ms、10s、5min
help-arg-grade-node_limit = 一题的每项指标最多搜索多少个节点
help-arg-grade-format = 评分的格式
help-value-grade-format-text = 给人看：一张表

## generate

help-about-generate = 出题：种子相同，在哪台机器上出的题都相同
help-long-generate =
    出题：在标准输出上写一个题库，每行带答案和难度。

    先手先出牌。从随机的牌出发，一点一点改，直到符合要求：两家换牌，换成别的牌，加一张，减一张。有结构的牌优先：顺子多，三张多，散牌少。不会出两道相同的题（点数换了名也算相同），也不会与自带的题相同。

    同一条命令、同一个种子，不管几个线程、哪台机器，出的题都一样；一行里的 `seed=7:12` 是种子 7 的第 12 个候选，`--seed 7:12 --count 1` 单独出这一题。到了时间，或者连续 1,000 个候选都不成，就带着已有的题结束，退出码为 1。按 Ctrl-C 后，已出的题保留。
help-after-generate =
    例子：
      canju generate --cards 10+10 --unique --count 20 --seed 7 > my.ddz
      canju generate --cards 8..12+8..12 --unique --difficulty 3..4 --rules huanle,-trio_pair
      canju generate --cards 8+8 --verdict loss --count 5 --format jsonl
      canju generate --cards 12+10 --unique --scoring huanle --times 4

    { $rules }

    退出码：0 要几题出了几题；1 不够；2 输入或用法有误；130 被中断。
help-arg-generate-cards = 各家几张牌，3 到 20 张：两家，或地主和两个农民；可以写范围，如 8..12+10
help-arg-generate-count = 出几题
help-arg-generate-seed = 数相同，题就相同；S:N 从第 N 个候选开始 [默认：新取一个数，并显示出来]
help-arg-verdict = 只要轮到的一方必胜的，或只要必败的
help-value-verdict-win = 轮到的一方必胜
help-value-verdict-loss = 怎么出都输
help-arg-unique = 只要恰好一种牌能赢的
help-arg-difficulty = 只要这个难度的，1 到 5
help-arg-minimal = 只要每张牌都有用的
help-arg-times = 只要至少赢 N 倍的，N 是 2、4、8、16 或 32；加上 --unique，别的出法也能赢，但赢得少
help-arg-with_shipped = 自带的题也可以
help-arg-generate-threads = 线程数，0 是每个核一个；每个线程最多 64 MiB
help-arg-generate-time_limit = 到这么久就带着已有的题结束，例如 500ms、10s、5min
help-arg-generate-format = 题目的格式
help-value-generate-format-ddz = 题库
help-value-generate-format-jsonl = 给程序读：每行一个 JSON 对象，与 `canju grade` 的相同

## deals

help-about-deals = 随机发牌，写成 JSON 行：种子相同，在哪台机器上发的牌都相同
help-long-deals =
    随机发牌，写成 JSON 行，供 `canju batch -` 使用。

    种子相同，在每台机器、每个版本里发的牌都相同。一局牌的编号是种子加序号：`--seed 7:12 --count 1` 只发 7:12 这一局。怎么发的，写在库的文档里，别的程序也能发出同样的牌。
help-after-deals =
    例子：
      canju deals --cards 20+17+17 --count 100 --seed 7 > deals.jsonl
      canju deals --cards 8+8 --count 10000 --seed 1 | canju batch - --format jsonl --quiet
      canju deals --cards 20+17+17 --count 10 --no-shuffle 10 | canju batch - --scoring huanle

    { $rules }
help-arg-deals-cards = 各家几张牌：两家，或地主和两个农民
help-arg-deals-count = 发几局
help-arg-deals-seed = 数相同，牌就相同；S:N 从第 N 局开始 [默认：新取一个数，并显示出来]

## play

help-about-play = 与求解器对弈
help-long-play =
    把一个局面或题库里的各关下完：求解器执一方，从不出错，你执另一方。它必胜时只出能赢的牌，必败时抵抗到底。你丢掉胜局时它马上告诉你，但不说破哪一手对，除非你问。

    题库里每题是一关。从第一个没有解出的关开始，或者从 文件:行 那一关开始；过了一关，就到下一个没有解出的关。解出的关按局面记住，不管题库叫什么。没有让程序说出哪一手，就算独立解出：没有用 `solution`、`verdicts`、第三次 `hint`，出了第一手以后也没有 `swap`。

    在终端上可以编辑输入的行、翻看历史（上箭头）、补全出牌和命令（Tab）。从管道读时，一行一条命令，并显示在提示符后面，所以输出就是一份记录。Ctrl-D 结束，Ctrl-C 也是，即使正在搜索。

    用 --deal 种子 --hidden 可以玩看不见别家牌的整副对局：你看得见自己的牌、底牌和出过的牌，另外两家也一样，按 `canju advise` 出牌。`hint` 是建议。最后摊开各家的牌，你的各手评两次：按当时能知道的，和按摊开的牌。

    存下的对局是只有一行的题库，后面跟着 `@human 一方` 和 `@moves` 加已出的各手；也可以手写。
help-after-play =
    命令：
    { $commands }
    例子：
      canju play puzzles/published/game-levels.ddz
      canju play puzzles/published/game-levels.ddz:5          # 从第 5 行的一题开始
      canju play 346999Q2 34JAAD
      canju play K5 44Q --last J --human both
      printf '4\nundo\nhint\n' | canju play 346999Q2 34JAAD
      canju play --deal 7 --hidden --seat farmer1 --strength hard --scoring huanle

    { $cards }

    { $resistance }

    { $rules }

    退出码：0 正常结束；从管道读时，有没能判定的为 1，有被拒绝的行为 2；2 输入或用法有误；130 按了 Ctrl-C。
help-arg-deal = 不用残局或题目文件，玩这个种子发的整副牌
help-arg-hidden = 看不见别家的牌：另外两家按建议出牌，最后评你的各手
help-arg-play-seat = 你坐在哪里：landlord 地主，farmer1 地主的下家，farmer2 地主的上家
help-arg-strength = 另外两家打得多好
help-arg-human = 你执哪一方 [默认：存下的对局里写的，否则是先手]
help-value-strength-easy = 大略看看 4 种可能的牌局
help-value-strength-medium = 看 16 种
help-value-strength-hard = 看 64 种，和 `canju advise` 一样
help-value-human-first = 先手，或地主
help-value-human-second = 后手，或两个农民
help-value-human-winner = 各家都走最佳着法时赢的一方
help-value-human-loser = 输的一方
help-value-human-both = 每一家
help-value-human-none = 都不执：求解器自己跟自己下
help-arg-progress = 把解出的关记在这个文件里 [默认：状态目录里的 canju/solved-levels.txt]
help-arg-no_progress = 解出了哪些关，不读也不记

## advise

help-about-advise = 看不到别家的牌时，给出建议
help-long-advise =
    看不到别家的牌时，给出建议：供研究和写机器人用。

    按已知的情况随机摆出各种可能的牌局，每种机会均等，摊开牌逐一精确求解。每一手写明在多少局里能让这一方赢，以及 95% 的区间。如果可能的牌局不比要的多，就全部求解。到了限制还没判定的，就作估计，并写明有多少局是估计；加上 --exact-only 则留作未定。有节点限制时（不写 --time-limit 和 --exact-only，默认就有），只要用时不到时限的一半，种子相同，建议就相同，与线程数无关。加上 --scoring，最好的一手就是预期得分最多的。出牌之前的叫分和加倍不在建议之内。

    这个比例是估计，不是胜率：在每一局里，各家都像看得见所有的牌那样出。对手从不出错，而一套打法也可能指望了这一家不可能知道的事。
help-after-advise =
    例子：
      canju advise 3AA2 --seat landlord --left 2,1 --played 33344445555666677778888999TTTTJJJJQQQKKKAA222XD
      canju advise 34455667789TJQKA2 --seat farmer1 --history '3'
      canju advise 34455667789TJQKA2 --seat farmer1 --history '3' --landlord-cards 9JD --worlds 16 --format json

    { $cards }

    { $rules }

    退出码：0 凡可能是最好的出法，在每一局里都判定了；1 到了上限，有的没能判定，或只是估计；2 输入或用法有误；130 被中断。
help-arg-advise-hand = 这一家的牌
help-arg-seat = 坐在哪里：landlord 地主，farmer1 地主的下家，farmer2 地主的上家
help-arg-left = 另外两家各剩几张，按出牌顺序；有 --history 而且开始时是 20、17、17 张，就不用写
help-arg-played = 至今出过的所有牌，包括 --last 的
help-arg-landlord_cards = 三张底牌中还在地主手里的；有 --history 时可以三张全写
help-arg-history = 从地主第一手起的各手，例如 '3 pass 4'
help-arg-advise-last = 要压的一手
help-arg-advise-by = 这一手是谁出的 [默认：上家]
help-arg-worlds = 最多求解多少局
help-arg-advise-seed = 摆牌用的种子
help-arg-every_move = 每一手在每一局里都判定，包括已不可能是最好的
help-arg-advise-threads = 线程数，0 是每个核一个；同时最多八个有事做
help-arg-advise-time_limit = 所有牌局合计最多算多久，例如 10s、5min [默认：30s]
help-arg-world_nodes = 每一局最多搜索多少节点 [默认：6000；有 --time-limit 时，只剩一手可选才是 6000；有 --exact-only 时不限]
help-arg-exact_only = 在限制之内没判定的留作未定，不估计有多可能赢

## review

help-about-review = 复盘：哪一手送掉了胜局，精确判定
help-long-review =
    复盘：每一手时谁占胜势，哪几手送掉了胜局。

    每一手之前和之后谁赢，都精确判定。所以一手牌要么守住了胜局，要么送掉了，要么本来就输，要么别无选择。各手下面是转折：哪些出法能守住，出的那一手败在哪里，原本还需几手取胜（很快能求出的话）。最后是各家：有胜势、又有选择的局面有几次，送掉了几次，靠唯一着守住了几次，守住率多少。

    三家时，错是那一家的，送掉的胜局是那一方的：农民同输同赢。

    对局可以是 `canju play` 存下的，题库里带 `@moves` 的行，带 "moves" 的 JSON 行；也可以直接写牌，再加 --moves。也读别处的对局记录：Botzone 的 FightTheLandlord 1 和 2，JSON 写的 DouZero 和 RLCard 对局，以及 `地主: 3 3 4 4, 下家: 不要` 这样的文字。是哪一种，由内容看出；目录里的 *.json 和 *.txt 若是记录，也一并读。没有下完的，下到哪里复盘到哪里。有一手不合规则的，记为错误，写明第几手、哪一家、为什么。每局由一个线程从后往前判定；只有一局时用所有线程。

    第一次按 Ctrl-C 后不再开始新的，正在算的一秒之内以 `unknown`（`interrupted`）结束；第二次按，程序马上退出。加上 --resume，同一条命令从停下的地方继续。
help-after-review =
    例子：
      canju review 346999Q2 34JAAD --moves '3999 pass 4 J 2 D'
      canju review my.game                                    # `canju play` 存下的
      canju review games.ddz:12 --all-moves                   # 列出每次能守住胜局的所有出法
      canju review K5 44 6Q --turn 3 --last J --by 1 --moves 'Q K'
      canju review games.jsonl --format jsonl -o reviews.jsonl --resume
      canju review match.json --node-limit 100000             # Botzone 的对局记录
      canju review games.ddz --svg bar.svg                    # 画出每一手时谁占胜势

    JSON 行：
      {"{"}"id":"a1","hands":["346999Q2","34JAAD"],"moves":["3999","pass","4","J"],"rules":"huanle"{"}"}

    { $cards }

    { $rules }

    退出码：0 每个局面都判定了；1 有的没能判定；2 输入或用法有误；130 被中断。符合几条时取最大的一个。读的一方关了管道，算成功。
help-arg-places = 对局的文件，用 文件:行 指其中一局，目录，或用 - 表示标准输入；有 --moves 时是两家或三家的牌
help-arg-moves = 所写牌局的各手，按顺序：'3999 pass 4'
help-arg-review-all_moves = 找出每一种能守住胜局的出法，而不是有两种就停
help-arg-review-format = 复盘的格式
help-value-review-format-text = 给人看：各手和评语、转折、各家
help-value-review-format-csv = 用电子表格打开：每手一行
help-arg-svg = 再用 SVG 画出每一手时谁占胜势：每局一条

## serve

help-about-serve = 开网页和 HTTP 接口
help-long-serve =
    开网页和 HTTP 接口：在浏览器里打开显示的网址；用 --listen 可以让手机也打开。

    网页自己求解：它带着求解器和题库，不再要别的；接口是给程序用的。不写 --listen 就只有本机能访问；没有密码，连接也不加密。接口的所有搜索共用一份内存，轮流进行：先在各客户之间轮，再在每家的请求之间轮，所以一个长的批量不会挡住单独一题。一小部分内存用来记住答案：同一个问题，不管谁问，马上就答。在时限内轮不到的请求会被告知稍后再试（503）。客户走了，搜索就停。

    日志写到标准错误，每个请求一行，不写牌和地址。收到 Ctrl-C 或 SIGTERM 后，正在回答的有五秒时间；第二次则马上退出。
help-after-serve =
    地址：
      /                       网页和它的文件
      POST /api/solve         一个局面，答一条记录，同 `canju solve --format json`
      POST /api/moves         每一种出法的胜负，后续变化，败在哪里
      POST /api/review        一局牌（牌和 "moves"），答每一手怎么样，同 `canju review --format jsonl`
      POST /api/advise        一家的牌和它知道的，答建议（估计），同 `canju advise --format json`
      POST /api/batch         JSON 行，答记录，多长都行，同 `canju batch -`
      POST /api/generate      出题
      POST /api/deal          发一副牌，种子同 `canju play --deal`
      POST /api/grade         一题多难
      POST /api/proof         胜负的证书，用 `canju verify` 检验
      GET  /api/packs         各题库；/api/packs/NAME 是其中一个
      GET  /api/openapi.json  以上各项的详细说明，给程序读
      GET  /healthz, /metrics

    例子：
      canju serve
      canju serve --listen 0.0.0.0:8080 --packs my-puzzles --time-limit 30s
      curl -H 'content-type: application/json' -d '{"{"}"hands":["346999Q2","34JAAD"]{"}"}' http://127.0.0.1:8080/api/solve

    退出码：0 收到信号而停；2 用法有误，或无法监听这个地址；130 第二个信号。
help-arg-listen = 监听的地址；端口 0 是任取一个空闲的，第一行会写明
help-arg-packs = 提供这个目录里的题库，而不是自带的；可以写多次
help-arg-host = 服务器认的主机名；可以写多次 [总是认：localhost 和监听的地址]
help-arg-allow_origin = 这个来源的网页可以用接口，* 是全部；不写就只有自己的网页
help-arg-serve-threads = 接口的线程数，0 是每个核一个；受内存所限，每个 128 MiB
help-arg-serve-memory = 所有搜索合计可用的内存，例如 512MiB、8G [默认：本机内存的四分之一]
help-arg-serve-time_limit = 一次搜索最多多久，一个请求最多等多久
help-arg-queue = 最多几个请求排队
help-arg-max_body = 请求最大多少；批量的可以更长
help-arg-client_time_limit = 客户发一个请求、批量的一行，或取走答案，最多多久
help-arg-serve-quiet = 标准错误上只报故障
help-arg-serve-verbose = 日志里也写局面和地址

## verify

help-about-verify = 只凭规则检验证书
help-long-verify =
    只凭规则检验 --proof 和 --proof-dir 写出的证书：不搜索，也不信任求解器。

    成立的，写出它证明了什么。不成立的，写出第一个出错的局面。一个小文件也可能让检验花上几个小时：别人给的文件，请加 --time-limit。
help-after-verify =
    例子：
      canju solve 346999Q2 34JAAD --proof a.proof
      canju verify a.proof
      canju verify a.proof --hands 346999Q2 34JAAD            # 是不是这个局面的？
      canju verify a.proof --dump | less                      # 逐个局面看策略
      canju verify c.proof --hands 3333K 44Q --scoring douzero # 是不是得分的，是不是这个局面的？
      canju solve 346999Q2 34JAAD --proof b.proof --plain     # 朴素的证书：不用定理，只凭规则

    { $cards }

    { $rules }

    退出码：0 每份证书都成立；1 有的超过了 --time-limit；2 输入或用法有误，或有的文件不是证书、读不了；3 有的不成立。
help-arg-files = 证书，或用 - 表示标准输入
help-arg-verify-hands = 还要求是这个局面的：两家或三家的牌
help-arg-verify-rules = 那个局面的规则 [默认：huanle]
help-arg-dump = 写出策略，每行一个局面：深度、各家的牌、轮到谁、赢的一方出什么
help-arg-verify-memory = 检验一份证书最多用多少内存 [默认：本机内存的四分之一]
help-arg-verify-time_limit = 检验一份证书最多多久，例如 500ms、10s、5min

## moves

help-about-moves = 列出或清点一手牌的合法出法
help-after-moves =
    例子：
      canju moves 3334445678
      canju moves 5556667788 --after 333444
      canju moves --deck 1 --max-cards 20 --count --rules rlcard

    { $cards }

    { $rules }
help-arg-hand = 手里的牌
help-arg-after = 只要能压这一手的，以及“不要”
help-arg-moves-count = 不列出，只按牌型清点
help-arg-deck = 不是一手牌，而是整副牌，1 副或 2 副
help-arg-moves-max_cards = 只要不超过这么多张的

## rules

help-about-rules = 说明规则怎么写
help-long-rules =
    说明规则怎么写。

    多数命令有 --rules；题库里的一题也可以有自己的规则：`rules=pagat,-bomb`。每套规则许出什么、每个开关改什么，见本项目的 RULES.md。
help-after-rules =
    例：
      canju solve 4445678899KK2 345567TTTKKAA --rules huanle,-trio_pair

    规则：先写一套规则（{ $presets }），再写任意个 ,-牌型 或 ,+牌型（{ $kinds }）、开关（{ $switches }）和数值（{ $numbers }）。
    牌型依次是：对子、三张、三带一、三带二、顺子、连对、飞机、飞机带单翅膀、飞机带双翅膀、四带二、四带两对、炸弹、王炸。禁了 trio_solo（三带一）或 trio_pair（三带二），飞机也就不能带那样的翅膀。

## perft

help-about-perft = 清点若干手之内的出牌序列
help-long-perft =
    清点 1 手、2 手、直到 N 手的出牌序列，“不要”也算一手。

    出完了就没有后续。这些数是检查出牌生成器的老办法：可以与任何别的程序对照。
help-after-perft =
    例子：
      canju perft 346999Q2 34JAAD --depth 4

    { $cards }

    { $rules }
help-arg-depth = 最多几手

## bench

help-about-bench = 求解固定的测试题组：节点、用时、内存
help-long-bench =
    求解固定的测试题组，写出节点数、用时、每秒节点数和最多占用的内存。

    题目在程序里。单线程、内存相同时，节点数就是搜索的指纹：不改变搜索的改动，节点数不变。用时只算搜索，内存算整个程序。

    机器上有别的负载，单独一次就会偏慢：源码里的 scripts/measure/scaling.py 轮流测几个线程数，各测多次，写出中位数、加速比和节点膨胀。
help-after-bench =
    例子：
      canju bench
      canju bench --set all --threads 0 --memory 1GiB --format json
      canju bench --set all --save before.json
      canju bench --set all --against before.json

    退出码：0 答案全对；1 有的没能判定；2 输入或用法有误；3 有的答案不对；130 被中断。
help-arg-bench-packs = 自己的题库，每个是一组；不写就用 --set 的
help-arg-set = 解哪些题
help-value-set-composed = 公开发表的残局
help-value-set-small = 一副牌发出的两家，各 10 到 13 张
help-value-set-deals = 一副牌发出的两家，各 14 到 20 张
help-value-set-three = 三家的牌，12+10+10 到 20+17+17 张
help-value-set-long = 要算几分钟的整副三家牌：给核多的机器
help-value-set-all = 除 small 和 long 外的全部
help-arg-bench-threads = 线程数，0 是每个核一个
help-arg-bench-memory = 搜索可用的内存，例如 512MiB、8G
help-arg-bench-time_limit = 一个局面最多算多久，例如 500ms、10s、5min
help-arg-save = 数字另存为 JSON 文件，供 --against 使用
help-arg-against = 与这样一个文件里线程数相同的数字比：用时和节点，现在 / 当时

## poker

help-about-poker = 扑克，另一种游戏：比五张牌的大小，发牌，清点各种牌型有多常见
help-long-poker =
    扑克：比五到七张牌的大小，发牌，清点各种牌型有多常见。

    六张、七张取其中最好的五张。牌型从大到小：五条（要有王）、同花顺、四条、葫芦、同花、顺子、三条、两对、一对、高牌。A 比 K 大；在 A 2 3 4 5 里比 2 小。
help-after-poker =
    例子：
      canju poker rank 'TC 9D TD JH 5C' '6C 7C 8C 9C TC 5C ?B'
      canju poker deal --hands 6 --cards 5 --seed 1
      canju poker frequencies --cards 7

    { $poker_cards }
help-poker-cards =
    牌：点数加花色，TC 9D TD JH 5C，大小写不限，中间可以有空格或逗号；10 就是 T，♣ ♦ ♥ ♠ 是 C D H S。?B 和 ?R 是王，可以当任何一张黑牌（梅花、黑桃）或红牌，手里已有的也行。有空格或有王时要加引号。
help-about-poker-rank = 比五到七张牌的大小，标出最好的（一样好的都标）
help-after-poker-rank = { $poker_cards }
help-arg-hands = 各家的牌；两家可以有同一张牌，就像有公共牌那样
help-about-poker-deal = 洗一次牌，轮流发，每家每次一张
help-after-poker-deal =
    例子：
      canju poker deal --hands 4 --cards 13 --seed 1
help-arg-poker-deal-hands = 几家
help-arg-poker-deal-cards = 每家几张
help-arg-poker-deal-seed = 数相同，牌就相同 [默认：新取一个数，并显示出来]
help-about-poker-frequencies = 清点各种牌型有多常见：全部清点，或者抽样
help-after-poker-frequencies =
    五张牌共 2,598,960 种，只要百分之几秒；七张牌共 133,784,560 种，大约一秒。赔率是不中比中：15 : 1 就是十六手里有一手。抽样还给出 95% 的区间（Wilson 区间）；种子相同，结果就相同，与机器和线程数无关。

    例子：
      canju poker frequencies
      canju poker frequencies --cards 7 --format json
      canju poker frequencies --samples 1000000 --seed 1
help-arg-poker-frequencies-cards = 一手几张牌：5、6 或 7
help-arg-samples = 不全部清点，而是随机抽这么多手
help-arg-poker-frequencies-seed = 数相同，抽的牌就相同 [默认：新取一个数，并显示出来]
help-arg-poker-frequencies-threads = 线程数，0 是每个核一个

## completions, man

help-about-completions = 写出 shell 的补全脚本
help-after-completions =
    例子：
      canju completions bash > ~/.local/share/bash-completion/completions/canju
help-arg-shell = 哪个 shell
help-about-man = 写出手册页
help-after-man =
    例子：
      canju man > canju.1; canju man solve > canju-solve.1
help-arg-command = 哪个命令的手册页，不写就是程序的；`poker-rank` 是 `canju poker rank` 的

## picture, sheet, 新的选项

help-name-TEXT = 文字
help-name-THEME = 主题
help-arg-generate-turn = 轮到哪一家，从 1 数起；三家时 2 和 3 是农民
help-arg-generate-by = 轮到的一家要压一手牌，是这一家出的；不写就是有牌权
help-arg-theme = 只要必须这样才能赢的：{ $themes }；农民的：{ $farmers_themes }
help-about-picture = 用 SVG 画出一个局面
help-long-picture =
    用 SVG 画出一个局面：各家的牌，一家一行。轮到的一家有标记，要压的一手写在上面。名称用 --lang 的语言。不求解。
help-after-picture =
    例子：
      canju picture 346999Q2 34JAAD --output position.svg
      canju picture K5 44 6Q --turn 3 --last J --by 1 > position.svg
      canju picture puzzles/published/game-levels.ddz:6 --lang zh > level.svg

    { $cards }

    退出码：0 画好了；2 输入或用法有误。
help-about-sheet = 做一份可以打印的题目
help-long-sheet =
    做一份可以打印的题目：一个 HTML 文件，每页六题，画成牌，答案在最后。用浏览器打开，按 A4 打印。文字用 --lang 的语言。

    每题都求解，印的是求出的答案。与题库里的答案不符时，什么也不做。
help-after-sheet =
    例子：
      canju sheet puzzles/graded/2-easy.ddz --count 12 --output sheet.html
      canju sheet puzzles/bank/three-feeds-partner.ddz --lang zh --title 喂牌 > sheet.html
      canju generate --cards 8+8 --unique --count 6 | canju sheet - --output six.html

    { $rules }

    退出码：0 做好了；1 有的没能判定，答案里写明；2 输入或用法有误；3 有的与答案不符；130 被中断。
help-arg-sheet-count = 只要前面这么多题；不写时最多 600 题
help-arg-title = 各页的标题

## 命令行里的错误：各库的错误自己有中文，别的库的写在这里

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
other-no-number = 不是整数
other-number-too-large = 数太大
other-no-json = 第 { $line } 行第 { $column } 个字节不合写法
