/// \file Precompiled: what most files here include. Not to be included by hand.
#pragma once

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <string>
#include <vector>
