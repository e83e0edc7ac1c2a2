#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

static void direct_form(BlockTranslation& t) {
  // The leading 1 of the denominator is not in the list.
  t.set_expression("Numerator", t.given("NumCoefVec", "[0.2 0.3 0.2]"));
  t.set("Denominator", "[1 " + t.translated(t.given("DenCoefVec", "[-0.9 0.6]")) + "]");
  t.set("SampleTime", "-1");
}

void map_library_discrete(MappingTable& t) {
  const std::string discrete = "simulink/Discrete/";
  t.block(discrete + "Difference", "discrete/difference").names();
  t.block(discrete + "Discrete Derivative", "discrete/discrete_derivative")
      .names()
      .expression("ICPrevInput", {"ICPrevScaledInput"}, "0.0");
  t.block(discrete + "First-Order Hold", "discrete/first_order_hold").names();
  t.block(discrete + "Integer Delay", "discrete/delay")
      .expression("DelayLength", {"NumDelays"}, "4")
      .expression("InitialCondition", {"vinit"}, "0.0")
      .expression("SampleTime", {"samptime"}, "-1");
  t.block(discrete + "Tapped Delay", "discrete/tapped_delay")
      .names()
      .expression("SampleTime", {"samptime"}, "-1");
  t.also("simulink_need_slupdate/Integer Delay", discrete + "Integer Delay");
  t.block(discrete + "Transfer Fcn First Order", "discrete/transfer_fcn_first_order").names();
  t.block(discrete + "Transfer Fcn Lead or Lag", "discrete/transfer_fcn_lead_or_lag")
      .names()
      .expression("PoleOfLeadLag", {"PoleZ"}, "0.95")
      .expression("ZeroOfLeadLag", {"ZeroZ"}, "0.75");
  t.block(discrete + "Transfer Fcn Real Zero", "discrete/transfer_fcn_real_zero").names();
  t.block(discrete + "Weighted Moving Average", "discrete/discrete_fir")
      .expression("Coefficients", {"mgainval"}, "[0.1:0.1:1]")
      .expression("InitialStates", {"vinit"}, "0")
      .expression("SampleTime", {"samptime"}, "-1");
  t.also("simulink_need_slupdate/Weighted Moving Average", discrete + "Weighted Moving Average");
  const std::string more = "simulink/Additional Math & Discrete/Additional Discrete/";
  t.block(more + "Fixed-Point State-Space", "discrete/discrete_state_space")
      .names()
      .expression("SampleTime", {"SampleTime"}, "-1");
  t.block(more + "Transfer Fcn Direct Form II", "discrete/discrete_filter").by(direct_form);
  t.none(more + "Transfer Fcn Direct Form II Time Varying",
         "its coefficients are inputs: build it of Product and Unit Delay blocks");
  t.block(more + "Unit Delay Enabled", "discrete/enabled_delay")
      .expression("InitialCondition", {"vinit"}, "0.0")
      .expression("SampleTime", {"tsamp"}, "-1")
      .by([](BlockTranslation& b) { b.set("DelayLength", "1"), b.set("ShowEnablePort", "on"); });
  t.block(more + "Unit Delay Resettable", "discrete/resettable_delay")
      .expression("InitialCondition", {"vinit"}, "0.0")
      .expression("SampleTime", {"tsamp"}, "-1")
      .by([](BlockTranslation& b) { b.set("DelayLength", "1"), b.set("ExternalReset", "level"); });
  t.block(more + "Unit Delay Enabled Resettable", "discrete/delay")
      .expression("InitialCondition", {"vinit"}, "0.0")
      .expression("SampleTime", {"tsamp"}, "-1")
      .by([](BlockTranslation& b) {
        b.set("DelayLength", "1"), b.set("ExternalReset", "level"), b.set("ShowEnablePort", "on");
      });
  for (const char* name : {"Unit Delay Enabled External IC", "Unit Delay Enabled Resettable External IC",
                           "Unit Delay External IC", "Unit Delay Resettable External IC"})
    t.none(more + name, "its initial value is an input: use a Delay and an Initial Condition block");
  for (const char* name :
       {"Unit Delay With Preview Enabled", "Unit Delay With Preview Enabled Resettable",
        "Unit Delay With Preview Enabled Resettable External RV", "Unit Delay With Preview Resettable",
        "Unit Delay With Preview Resettable External RV"})
    t.none(more + name, "it has a preview of its input: use a Delay and a Switch block");
}

}  // namespace sim::importing::simulink
