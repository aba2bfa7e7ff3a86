# 各库里的名称，中文。英文就是库自己的名称。

## 搜索的统计

statistic-nodes-by-proof-numbers = 证明数搜索的节点
statistic-nodes-depth-first = 深度优先的节点
statistic-small-positions-tried = 试算的小局面
statistic-small-positions-given-up = 放弃的小局面
statistic-easy-positions-tried = 试算的易解局面
statistic-easy-positions-given-up = 放弃的易解局面
statistic-nodes-for-the-length = 求手数的节点
statistic-table-probes = 置换表查询
statistic-table-hits = 置换表命中
statistic-table-stores = 置换表存入
statistic-table-replacements = 置换表替换
statistic-partition-probes = 分区表查询
statistic-partition-hits = 分区表命中
statistic-partition-stores = 分区表存入
statistic-partition-replacements = 分区表替换
statistic-corrections-learned = 学到的估值修正
statistic-static-wins = 一眼看出的必胜
statistic-positions-with-kickers-left-out = 省去带牌的局面
statistic-moves-to-equal-positions-left-out = 因局面相同而省去的出法
statistic-forced-passes = 要不起
statistic-jobs = 任务
statistic-jobs-cancelled = 取消的任务
statistic-branches-split = 拆开的分支
statistic-branches-reaped = 交出回收的分支
statistic-branches-freed-in-place = 就地释放的分支
statistic-arenas-compacted = 压缩的内存区
statistic-arenas-dropped = 整个释放的内存区
statistic-nodes-not-kept = 没有留下的节点
statistic-own-certificates-checked = 检验过的自家证书
statistic-table = 置换表
statistic-partition-table = 分区表
statistic-arenas = 内存区

# 所占的是哪一项

share-nodes = 节点
share-probes = 查询
share-stores = 存入
share-jobs = 任务
share-branches-discarded = 丢弃的分支

## 扑克牌型

poker-high-card = 高牌
poker-one-pair = 一对
poker-two-pair = 两对
poker-three-of-a-kind = 三条
poker-straight = 顺子
poker-flush = 同花
poker-full-house = 葫芦
poker-four-of-a-kind = 四条
poker-straight-flush = 同花顺
poker-five-of-a-kind = 五条

## 简单的习惯

habit-longest = 出最长
habit-lowest = 出最小
habit-careful = 不拆牌
