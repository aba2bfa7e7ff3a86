// What a win needs, in words. A test writes this file from the table in `src/canju/puzzle/theme.rs`.

/** @type {{ en: Record<string, string>, zh: Record<string, string> }} */
export const themes = {
  en: {
    gives_up_lead: "gives up the lead",
    splits_bomb: "splits a bomb",
    splits_chain: "splits a chain",
    sacrifices_bomb: "sacrifices a bomb",
    refuses_to_beat: "refuses to beat",
    long_way: "the longer way",
    only_pass: "only a pass wins",
    feeds_partner: "feeds the partner",
    blocks_landlord: "blocks the landlord",
    lets_partner_through: "lets the partner through",
  },
  zh: {
    gives_up_lead: "让出牌权",
    splits_bomb: "拆炸弹",
    splits_chain: "拆顺子",
    sacrifices_bomb: "舍炸弹",
    refuses_to_beat: "能压不压",
    long_way: "多走一手",
    only_pass: "唯有不要",
    feeds_partner: "喂牌",
    blocks_landlord: "顶地主",
    lets_partner_through: "放队友走",
  },
};
