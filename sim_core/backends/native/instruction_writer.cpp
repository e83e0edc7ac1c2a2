#include "sim_core/backends/native/instruction_writer.h"

namespace sim::native {

using asmjit::imm;
using asmjit::Operand;
using asmjit::x86::Mem;
using asmjit::x86::Vec;
namespace Inst = asmjit::x86::Inst;

Vec InstructionWriter::reg(Width width, int number) const {
  const auto id = static_cast<std::uint32_t>(number);
  if (width == Width::Four) return asmjit::x86::ymm(id);
  return asmjit::x86::xmm(id);
}

Operand InstructionWriter::operand(Width width, const Source& source) const {
  if (source.reg >= 0) return reg(width, source.reg);
  return source.memory;
}

void InstructionWriter::load(Width width, int to, const Mem& from) {
  if (width == Width::One)
    out_.emit(avx_ ? Inst::kIdVmovsd : Inst::kIdMovsd, reg(width, to), from);
  else
    out_.emit(avx_ ? Inst::kIdVmovupd : Inst::kIdMovupd, reg(width, to), from);
}

void InstructionWriter::store(Width width, const Mem& to, int from) {
  if (width == Width::One)
    out_.emit(avx_ ? Inst::kIdVmovsd : Inst::kIdMovsd, to, reg(width, from));
  else
    out_.emit(avx_ ? Inst::kIdVmovupd : Inst::kIdMovupd, to, reg(width, from));
}

void InstructionWriter::broadcast(Width width, int to, const Mem& from) {
  if (width == Width::Four) {
    out_.emit(Inst::kIdVbroadcastsd, reg(width, to), from);
    return;
  }
  load(Width::One, to, from);
  if (width == Width::Two) {
    if (avx_)
      out_.emit(Inst::kIdVunpcklpd, reg(width, to), reg(width, to), reg(width, to));
    else
      out_.emit(Inst::kIdUnpcklpd, reg(width, to), reg(width, to));
  }
}

void InstructionWriter::move(Width width, int to, int from) {
  if (to != from) out_.emit(avx_ ? Inst::kIdVmovapd : Inst::kIdMovapd, reg(width, to), reg(width, from));
}

void InstructionWriter::zero(Width width, int to) {
  const Vec r = reg(width, to);
  if (avx_)
    out_.emit(Inst::kIdVxorpd, r, r, r);
  else
    out_.emit(Inst::kIdXorpd, r, r);
}

void InstructionWriter::leave_wide() {
  if (avx_) out_.emit(Inst::kIdVzeroupper);
}

void InstructionWriter::binary(const Instruction& i, Width width, int result, int a, const Source& b) {
  const bool one = width == Width::One;
  if (avx_) {
    out_.emit(one ? i.vex_one : i.vex_packed, reg(width, result), reg(width, a), operand(width, b));
  } else {
    move(width, result, a);
    out_.emit(one ? i.sse_one : i.sse_packed, reg(width, result), operand(width, b));
  }
}

void InstructionWriter::compare(Predicate predicate, Width width, int result, int a, const Source& b) {
  const bool one = width == Width::One;
  if (avx_) {
    out_.emit(one ? Inst::kIdVcmpsd : Inst::kIdVcmppd, reg(width, result), reg(width, a), operand(width, b),
              imm(static_cast<int>(predicate)));
  } else {
    move(width, result, a);
    out_.emit(one ? Inst::kIdCmpsd : Inst::kIdCmppd, reg(width, result), operand(width, b),
              imm(static_cast<int>(predicate)));
  }
}

void InstructionWriter::round(Rounding mode, Width width, int result, int a) {
  const Vec r = reg(width, result), from = reg(width, a);
  if (width == Width::One && avx_)
    out_.emit(Inst::kIdVroundsd, r, from, from, imm(static_cast<int>(mode)));
  else if (width == Width::One)
    out_.emit(Inst::kIdRoundsd, r, from, imm(static_cast<int>(mode)));
  else
    out_.emit(avx_ ? Inst::kIdVroundpd : Inst::kIdRoundpd, r, from, imm(static_cast<int>(mode)));
}

void InstructionWriter::square_root(Width width, int result, int a) {
  const Vec r = reg(width, result), from = reg(width, a);
  if (width == Width::One && avx_)
    out_.emit(Inst::kIdVsqrtsd, r, from, from);
  else if (width == Width::One)
    out_.emit(Inst::kIdSqrtsd, r, from);
  else
    out_.emit(avx_ ? Inst::kIdVsqrtpd : Inst::kIdSqrtpd, r, from);
}

void InstructionWriter::to_single(Width width, int result, int a) {
  const Vec r = reg(width, result), from = reg(width, a), narrow = reg(Width::Two, t0);
  if (width == Width::One && avx_) {
    out_.emit(Inst::kIdVcvtsd2ss, narrow, from, from);
    out_.emit(Inst::kIdVcvtss2sd, r, narrow, narrow);
  } else if (width == Width::One) {
    out_.emit(Inst::kIdCvtsd2ss, narrow, from);
    out_.emit(Inst::kIdCvtss2sd, r, narrow);
  } else {
    out_.emit(avx_ ? Inst::kIdVcvtpd2ps : Inst::kIdCvtpd2ps, narrow, from);
    out_.emit(avx_ ? Inst::kIdVcvtps2pd : Inst::kIdCvtps2pd, r, narrow);
  }
}

void InstructionWriter::blend(Width width, int result, int mask, const Source& x, int y) {
  if (avx_) {
    out_.emit(Inst::kIdVblendvpd, reg(width, result), reg(width, y), operand(width, x), reg(width, mask));
    return;
  }
  move(width, t2, mask);
  binary(instructions::bits_and, width, mask, mask, x);
  binary(instructions::not_and, width, t2, t2, Source::of(y));
  binary(instructions::bits_or, width, mask, mask, Source::of(t2));
  move(width, result, mask);
}

}  // namespace sim::native
