#include "plugins/elements/one_way.h"

#include "plugins/elements/watch.h"

namespace sim::elements {

ir::Value write_one_way(Equations& e, Branch branch, ir::Value allowed) {
  const ir::Value zero = e.constant(0), never = e.constant(-1);
  const ir::Value holds = e.memory(zero);
  const ir::Value value = select(holds, e.through(branch), -e.across(branch));
  write_way(e, branch, {holds, {}, holds | allowed, {}, {}},
            {select(holds | allowed, value, never), value,
             select(holds, e.through_size(branch), e.across_size(branch))});
  e.law(branch, {holds, 1.0 - holds, zero});
  return holds;
}

}  // namespace sim::elements
