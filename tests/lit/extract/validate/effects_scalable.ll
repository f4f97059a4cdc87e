; A value that no record can hold.
; RUN: env XCC_OPTIONS=warn=1 %opt -passes=xc-extract,verify -disable-output %s 2>&1 | %FileCheck %s
; CHECK: warning: loop declined: an instruction that cannot be moved to another thread
target datalayout = "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128"
target triple = "aarch64-unknown-linux-gnu"
define void @v(ptr noalias %a, <vscale x 4 x i32> %v, i64 %n) "target-features"="+sve" {
entry:
  br label %l
l:
  %i = phi i64 [0, %entry], [%i1, %l]
  %e = extractelement <vscale x 4 x i32> %v, i64 %i
  %p = getelementptr i32, ptr %a, i64 %i
  store i32 %e, ptr %p
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %l, label %ex
ex:
  ret void
}
