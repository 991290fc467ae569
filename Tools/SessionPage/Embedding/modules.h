// The modules of the page, each after those that it imports. `make page` writes this file.

static const unsigned char module_0[] = {
#embed "../Page/dom.js"
};
static const unsigned char module_1[] = {
#embed "../Page/paths.js"
};
static const unsigned char module_2[] = {
#embed "../Page/visible.js"
};
static const unsigned char module_3[] = {
#embed "../Page/actionElement.js"
};
static const unsigned char module_4[] = {
#embed "../Page/address.js"
};
static const unsigned char module_5[] = {
#embed "../Page/effectResults.js"
};
static const unsigned char module_6[] = {
#embed "../Page/results.js"
};
static const unsigned char module_7[] = {
#embed "../Page/difference.js"
};
static const unsigned char module_8[] = {
#embed "../Page/divergence.js"
};
static const unsigned char module_9[] = {
#embed "../Page/effectsNote.js"
};
static const unsigned char module_10[] = {
#embed "../Page/search.js"
};
static const unsigned char module_11[] = {
#embed "../Page/highlight.js"
};
static const unsigned char module_12[] = {
#embed "../Page/lanes.js"
};
static const unsigned char module_13[] = {
#embed "../Reader/dialogs.js"
};
static const unsigned char module_14[] = {
#embed "../Reader/durations.js"
};
static const unsigned char module_15[] = {
#embed "../Reader/errors.js"
};
static const unsigned char module_16[] = {
#embed "../Reader/bytes.js"
};
static const unsigned char module_17[] = {
#embed "../Reader/values.js"
};
static const unsigned char module_18[] = {
#embed "../Reader/numbers.js"
};
static const unsigned char module_19[] = {
#embed "../Reader/text.js"
};
static const unsigned char module_20[] = {
#embed "../Reader/paths.js"
};
static const unsigned char module_21[] = {
#embed "../Page/selectedValue.js"
};
static const unsigned char module_22[] = {
#embed "../Page/facts.js"
};
static const unsigned char module_23[] = {
#embed "../Page/header.js"
};
static const unsigned char module_24[] = {
#embed "../Page/causes.js"
};
static const unsigned char module_25[] = {
#embed "../Page/rows.js"
};
static const unsigned char module_26[] = {
#embed "../Page/model.js"
};
static const unsigned char module_27[] = {
#embed "../Page/corpusLogs.js"
};
static const unsigned char module_28[] = {
#embed "../Page/redraw.js"
};
static const unsigned char module_29[] = {
#embed "../Page/overview.js"
};
static const unsigned char module_30[] = {
#embed "../Page/panes.js"
};
static const unsigned char module_31[] = {
#embed "../Page/playback.js"
};
static const unsigned char module_32[] = {
#embed "../Page/callTexts.js"
};
static const unsigned char module_33[] = {
#embed "../Page/printing.js"
};
static const unsigned char module_34[] = {
#embed "../Page/screenPanel.js"
};
static const unsigned char module_35[] = {
#embed "../Page/searchBar.js"
};
static const unsigned char module_36[] = {
#embed "../Page/treeRows.js"
};
static const unsigned char module_37[] = {
#embed "../Page/stateTree.js"
};
static const unsigned char module_38[] = {
#embed "../Page/stepEditor.js"
};
static const unsigned char module_39[] = {
#embed "../Page/listLayout.js"
};
static const unsigned char module_40[] = {
#embed "../Page/stepList.js"
};
static const unsigned char module_41[] = {
#embed "../Page/copying.js"
};
static const unsigned char module_42[] = {
#embed "../Page/stepPanel.js"
};
static const unsigned char module_43[] = {
#embed "../Page/theme.js"
};
static const unsigned char module_44[] = {
#embed "../Page/callBars.js"
};
static const unsigned char module_45[] = {
#embed "../Page/timelineAxis.js"
};
static const unsigned char module_46[] = {
#embed "../Page/timelineMarks.js"
};
static const unsigned char module_47[] = {
#embed "../Page/timelineView.js"
};
static const unsigned char module_48[] = {
#embed "../Page/valueHistory.js"
};
static const unsigned char module_49[] = {
#embed "../Page/app.js"
};
static const unsigned char module_50[] = {
#embed "../Page/keys.js"
};
static const unsigned char module_51[] = {
#embed "../Page/splitter.js"
};
static const unsigned char module_52[] = {
#embed "../Page/viewer.js"
};
static const unsigned char module_53[] = {
#embed "../Page/controls.js"
};
static const unsigned char module_54[] = {
#embed "../Page/report.js"
};
static const unsigned char module_55[] = {
#embed "../Page/updates.js"
};
static const unsigned char module_56[] = {
#embed "../Page/folder.js"
};
static const unsigned char module_57[] = {
#embed "../Page/screens.js"
};
static const unsigned char module_58[] = {
#embed "../Page/servedViews.js"
};
static const unsigned char module_59[] = {
#embed "../Page/live.js"
};
static const unsigned char module_60[] = {
#embed "../Reader/events.js"
};
static const unsigned char module_61[] = {
#embed "../Reader/blocks.js"
};
static const unsigned char module_62[] = {
#embed "../Reader/memory.js"
};
static const unsigned char module_63[] = {
#embed "../Reader/wording.js"
};
static const unsigned char module_64[] = {
#embed "../Reader/calls.js"
};
static const unsigned char module_65[] = {
#embed "../Reader/damage.js"
};
static const unsigned char module_66[] = {
#embed "../Reader/names.js"
};
static const unsigned char module_67[] = {
#embed "../Reader/comparison.js"
};
static const unsigned char module_68[] = {
#embed "../Reader/checksum.js"
};
static const unsigned char module_69[] = {
#embed "../Reader/deflatecheck.js"
};
static const unsigned char module_70[] = {
#embed "../Reader/inflate.js"
};
static const unsigned char module_71[] = {
#embed "../Reader/members.js"
};
static const unsigned char module_72[] = {
#embed "../Reader/headerjson.js"
};
static const unsigned char module_73[] = {
#embed "../Reader/schema.js"
};
static const unsigned char module_74[] = {
#embed "../Reader/sessionheader.js"
};
static const unsigned char module_75[] = {
#embed "../Reader/header.js"
};
static const unsigned char module_76[] = {
#embed "../Reader/json.js"
};
static const unsigned char module_77[] = {
#embed "../Reader/typenames.js"
};
static const unsigned char module_78[] = {
#embed "../Reader/outline.js"
};
static const unsigned char module_79[] = {
#embed "../Reader/scan.js"
};
static const unsigned char module_80[] = {
#embed "../Reader/encoding.js"
};
static const unsigned char module_81[] = {
#embed "../Reader/references.js"
};
static const unsigned char module_82[] = {
#embed "../Reader/sharing.js"
};
static const unsigned char module_83[] = {
#embed "../Reader/keyedchanges.js"
};
static const unsigned char module_84[] = {
#embed "../Reader/changes.js"
};
static const unsigned char module_85[] = {
#embed "../Reader/effects.js"
};
static const unsigned char module_86[] = {
#embed "../Reader/rows.js"
};
static const unsigned char module_87[] = {
#embed "../Reader/statewalk.js"
};
static const unsigned char module_88[] = {
#embed "../Reader/states.js"
};
static const unsigned char module_89[] = {
#embed "../Reader/actiontext.js"
};
static const unsigned char module_90[] = {
#embed "../Reader/steps.js"
};
static const unsigned char module_91[] = {
#embed "../Reader/timeline.js"
};
static const unsigned char module_92[] = {
#embed "../Reader/trace.js"
};
static const unsigned char module_93[] = {
#embed "../Reader/session.js"
};
static const unsigned char module_94[] = {
#embed "../Page/logOpener.js"
};
static const unsigned char module_95[] = {
#embed "../Page/main.js"
};

static const session_page_file modules[] = {
  {"Page/dom.js", module_0, sizeof module_0},
  {"Page/paths.js", module_1, sizeof module_1},
  {"Page/visible.js", module_2, sizeof module_2},
  {"Page/actionElement.js", module_3, sizeof module_3},
  {"Page/address.js", module_4, sizeof module_4},
  {"Page/effectResults.js", module_5, sizeof module_5},
  {"Page/results.js", module_6, sizeof module_6},
  {"Page/difference.js", module_7, sizeof module_7},
  {"Page/divergence.js", module_8, sizeof module_8},
  {"Page/effectsNote.js", module_9, sizeof module_9},
  {"Page/search.js", module_10, sizeof module_10},
  {"Page/highlight.js", module_11, sizeof module_11},
  {"Page/lanes.js", module_12, sizeof module_12},
  {"Reader/dialogs.js", module_13, sizeof module_13},
  {"Reader/durations.js", module_14, sizeof module_14},
  {"Reader/errors.js", module_15, sizeof module_15},
  {"Reader/bytes.js", module_16, sizeof module_16},
  {"Reader/values.js", module_17, sizeof module_17},
  {"Reader/numbers.js", module_18, sizeof module_18},
  {"Reader/text.js", module_19, sizeof module_19},
  {"Reader/paths.js", module_20, sizeof module_20},
  {"Page/selectedValue.js", module_21, sizeof module_21},
  {"Page/facts.js", module_22, sizeof module_22},
  {"Page/header.js", module_23, sizeof module_23},
  {"Page/causes.js", module_24, sizeof module_24},
  {"Page/rows.js", module_25, sizeof module_25},
  {"Page/model.js", module_26, sizeof module_26},
  {"Page/corpusLogs.js", module_27, sizeof module_27},
  {"Page/redraw.js", module_28, sizeof module_28},
  {"Page/overview.js", module_29, sizeof module_29},
  {"Page/panes.js", module_30, sizeof module_30},
  {"Page/playback.js", module_31, sizeof module_31},
  {"Page/callTexts.js", module_32, sizeof module_32},
  {"Page/printing.js", module_33, sizeof module_33},
  {"Page/screenPanel.js", module_34, sizeof module_34},
  {"Page/searchBar.js", module_35, sizeof module_35},
  {"Page/treeRows.js", module_36, sizeof module_36},
  {"Page/stateTree.js", module_37, sizeof module_37},
  {"Page/stepEditor.js", module_38, sizeof module_38},
  {"Page/listLayout.js", module_39, sizeof module_39},
  {"Page/stepList.js", module_40, sizeof module_40},
  {"Page/copying.js", module_41, sizeof module_41},
  {"Page/stepPanel.js", module_42, sizeof module_42},
  {"Page/theme.js", module_43, sizeof module_43},
  {"Page/callBars.js", module_44, sizeof module_44},
  {"Page/timelineAxis.js", module_45, sizeof module_45},
  {"Page/timelineMarks.js", module_46, sizeof module_46},
  {"Page/timelineView.js", module_47, sizeof module_47},
  {"Page/valueHistory.js", module_48, sizeof module_48},
  {"Page/app.js", module_49, sizeof module_49},
  {"Page/keys.js", module_50, sizeof module_50},
  {"Page/splitter.js", module_51, sizeof module_51},
  {"Page/viewer.js", module_52, sizeof module_52},
  {"Page/controls.js", module_53, sizeof module_53},
  {"Page/report.js", module_54, sizeof module_54},
  {"Page/updates.js", module_55, sizeof module_55},
  {"Page/folder.js", module_56, sizeof module_56},
  {"Page/screens.js", module_57, sizeof module_57},
  {"Page/servedViews.js", module_58, sizeof module_58},
  {"Page/live.js", module_59, sizeof module_59},
  {"Reader/events.js", module_60, sizeof module_60},
  {"Reader/blocks.js", module_61, sizeof module_61},
  {"Reader/memory.js", module_62, sizeof module_62},
  {"Reader/wording.js", module_63, sizeof module_63},
  {"Reader/calls.js", module_64, sizeof module_64},
  {"Reader/damage.js", module_65, sizeof module_65},
  {"Reader/names.js", module_66, sizeof module_66},
  {"Reader/comparison.js", module_67, sizeof module_67},
  {"Reader/checksum.js", module_68, sizeof module_68},
  {"Reader/deflatecheck.js", module_69, sizeof module_69},
  {"Reader/inflate.js", module_70, sizeof module_70},
  {"Reader/members.js", module_71, sizeof module_71},
  {"Reader/headerjson.js", module_72, sizeof module_72},
  {"Reader/schema.js", module_73, sizeof module_73},
  {"Reader/sessionheader.js", module_74, sizeof module_74},
  {"Reader/header.js", module_75, sizeof module_75},
  {"Reader/json.js", module_76, sizeof module_76},
  {"Reader/typenames.js", module_77, sizeof module_77},
  {"Reader/outline.js", module_78, sizeof module_78},
  {"Reader/scan.js", module_79, sizeof module_79},
  {"Reader/encoding.js", module_80, sizeof module_80},
  {"Reader/references.js", module_81, sizeof module_81},
  {"Reader/sharing.js", module_82, sizeof module_82},
  {"Reader/keyedchanges.js", module_83, sizeof module_83},
  {"Reader/changes.js", module_84, sizeof module_84},
  {"Reader/effects.js", module_85, sizeof module_85},
  {"Reader/rows.js", module_86, sizeof module_86},
  {"Reader/statewalk.js", module_87, sizeof module_87},
  {"Reader/states.js", module_88, sizeof module_88},
  {"Reader/actiontext.js", module_89, sizeof module_89},
  {"Reader/steps.js", module_90, sizeof module_90},
  {"Reader/timeline.js", module_91, sizeof module_91},
  {"Reader/trace.js", module_92, sizeof module_92},
  {"Reader/session.js", module_93, sizeof module_93},
  {"Page/logOpener.js", module_94, sizeof module_94},
  {"Page/main.js", module_95, sizeof module_95},
};
