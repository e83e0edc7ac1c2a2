#pragma once
// Sample times that people write down, in s, as ratios.
#include <cstdint>
#include <utility>
#include <vector>

namespace sim {

inline const std::vector<std::pair<std::int64_t, std::int64_t>>& common_sample_times() {
  static const std::vector<std::pair<std::int64_t, std::int64_t>> times{
      {1, 1000000}, {1, 100000}, {1, 48000}, {1, 44100}, {1, 20000}, {1, 16000}, {1, 10000}, {1, 8000},
      {1, 4000},    {1, 1000},   {1, 500},   {1, 400},   {1, 300},   {1, 256},   {1, 200},   {1, 128},
      {1, 120},     {1, 100},    {1, 64},    {1, 60},    {1, 50},    {1, 40},    {3, 100},   {1, 30},
      {1, 25},      {1, 20},     {6, 100},   {7, 100},   {1, 10},    {3, 20},    {1, 5},     {1, 4},
      {3, 10},      {1, 3},      {2, 5},     {1, 2},     {3, 5},     {7, 10},    {1, 1},     {5, 2}};
  return times;
}

}  // namespace sim
